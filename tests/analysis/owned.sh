#!/bin/sh
# Barriers of which each warp or group has its own (constructs/owned.txt): right ones are proved, all
# slips are found.
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=owned
