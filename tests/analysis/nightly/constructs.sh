#!/bin/sh
# Every construct of the tables constructs/*.txt, in its right and its wrong forms.
set -eu
python3 tests/analysis/constructs.py "$CUDASYNCLINT"
