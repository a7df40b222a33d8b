#!/bin/sh
# Slips that a trial of the block finds (constructs/hangs.txt): right ones are proved, all slips are
# found.
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=hangs
