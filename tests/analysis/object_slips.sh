#!/bin/sh
# Single slips in protocols of barrier objects (constructs/slips.txt).
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=slips
