#!/bin/sh
# Main loops of warps with roles (constructs/loops.txt): right ones proved, single slips found.
set -eu
python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=loops
