#!/bin/sh
# Copies in bulk whose sizes are computed (constructs/sizes.txt): right ones are proved, single slips
# are found.
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=sizes
