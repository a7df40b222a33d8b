#!/bin/sh
# The wrappers of cuda::ptx, and what instructions of 16 bytes and more touch (constructs/ptx.txt).
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=ptx
