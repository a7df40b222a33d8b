#!/bin/sh
# Rows of as many elements as the grid has threads, whose index is unsigned and may wrap: that two are apart depends on
# how many rows are between them, so few questions answer all pairs. Two columns of one row, and wide elements, overlap.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
row() { printf '%s[%s * (blockDim.x * gridDim.x) + threadIdx.x + blockIdx.x * blockDim.x%s]' "$1" "$2" "${3-}"; }
{
    echo '__global__ void right(float *p, float *q) {'
    i=1
    while [ $i -le 40 ]; do
        echo "    $(row p $i) = $(row q $i); $(row q $i) = $(row p $((i / 2)));"
        i=$((i + 1))
    done
    echo '}'
    echo "__global__ void wrong_column(float *p) { $(row p 2) = $(row p 2 ' + 1'); }"
    echo "__global__ void wrong_row(float *p) { $(row p 2) = $(row p 3 ' - blockDim.x * gridDim.x - 1'); }"
    echo '__global__ void wrong_width(char *p) {'
    echo '    *(short *)(p + (3 * blockDim.x + threadIdx.x)) = 1; p[2 * blockDim.x + threadIdx.x] = 2;'
    echo '}'
} >"$dir/k.cu"
"$CUDASYNCLINT" --no-cache --isolated --format=json --dump=queries "$dir/k.cu" >"$dir/out" 2>"$dir/queries" || true
verdict() { grep -A7 "\"name\": \"$1\"" "$dir/out" | sed -n 's/.*"verdict": "\(.*\)".*/\1/p'; }
test "$(verdict right)" = proved
for k in wrong_column wrong_row wrong_width; do
    case $(verdict $k) in proved | '') echo "$k: $(verdict $k)"; exit 1 ;; esac
done
n=$(cat "$dir/queries" "$dir/out" | sed '/^pair.*/!d' | wc -l)
test "$n" -lt 400 || { echo "$n questions"; exit 1; }
