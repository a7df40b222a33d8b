#!/bin/sh
# Barrier objects have to be initialised before they are used (constructs/initial.txt).
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=initial
