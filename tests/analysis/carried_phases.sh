#!/bin/sh
# Stages and phases that loops carry along (constructs/carried.txt): right ones are proved, all slips
# are found.
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=carried
