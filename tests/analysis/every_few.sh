#!/bin/sh
# Variables that count in every few passes of a loop (constructs/every_few.txt), and barriers that are used in turn (in_turn.txt).
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=every_few
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=in_turn --unproved
