#!/bin/sh
# Main loops of warps with roles (constructs/loops.txt), and the pipelines of CUTLASS for copies in
# bulk (constructs/cutlass.txt): right ones proved, single slips found.
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=loops,cutlass
