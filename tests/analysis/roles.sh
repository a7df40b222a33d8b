#!/bin/sh
# Main loops in further ways to write them (constructs/roles.txt): right ones are proved, none of
# their slips is.
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=roles
