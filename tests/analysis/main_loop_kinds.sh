#!/bin/sh
# One main loop of each kind (constructs/kinds.txt): right ones are proved, all single slips are found.
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=kinds
