#!/bin/sh
# Objects in objects: the pointers that one of them holds are not those of its neighbour, and go
# along when it is copied or exchanged.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
file=tests/analysis/moved_parts.cu
"$CUDASYNCLINT" --no-cache --isolated -v "$file" >"$dir/out" 2>&1 || [ $? -eq 1 ]
grep -o 'kernel: .*' "$dir/out" >"$dir/kernels"
if grep -E 'kernel: (w_[a-z_]*: [^f]|r_[a-z_]*: [^p])' "$dir/kernels"; then
    echo "FAIL: otherwise than said"
    exit 1
fi
for k in $(grep -oE '\<K\([wr]_[a-z_]*\)' "$file" | sed 's/.*(//; s/)//'); do
    grep -q "kernel: $k: " "$dir/kernels" || { echo "FAIL: $k is missing"; exit 1; }
done
