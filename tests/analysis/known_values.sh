#!/bin/sh
# Values that the code knows, a file for each kind. By name: r_ is right and proved, p_ proved for what
# the launches pass, w_ wrong and found, l_ undecided: neither is said of it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
files=$(dirname "$0")/known_values
for file in "$files"/*.cu; do
    "$CUDASYNCLINT" --no-cache --isolated -v "$file" >"$dir/out" 2>&1 || [ $? -eq 1 ]
    sed -n 's/.*kernel: \([a-z0-9_]*\): \([a-z]*\).*/\1 \2/p' "$dir/out" >"$dir/kernels"
    [ -s "$dir/kernels" ] || { echo "$file: no kernel"; exit 1; }
    if grep -v '^[rp]_[a-z0-9_]* proved$\|^w_[a-z0-9_]* findings$\|^l_[a-z0-9_]* undecided$' "$dir/kernels"; then
        echo "$file: what is said of these kernels is not what their names say"
        exit 1
    fi
done
