#!/bin/sh
# Proofs for every block shape hold at shapes that divide evenly into nothing (bench/self_check.py).
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 bench/self_check.py "$CUDASYNCLINT" --shapes=33,48x2,4x4x4 tests/analysis/without_launch \
    >"$dir/out" || { cat "$dir/out"; exit 1; }
# something was asked
grep -E '^[1-9][0-9]* proofs for every block shape, asked again [1-9][0-9]* times: 0 contradictions$' \
    "$dir/out" >/dev/null || { cat "$dir/out"; exit 1; }
