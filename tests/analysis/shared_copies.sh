#!/bin/sh
# Copies that several lanes issue and one lane expects (constructs/shared_copies.txt): right ones are
# proved, all slips are found.
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=shared_copies
