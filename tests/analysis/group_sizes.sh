#!/bin/sh
# A number that a template leaves open is often the size of the block, and what happens only in
# another block is of low confidence. It is not taken for the height of the block where the kernel has
# one row of threads: it would be 1.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/groups.cu" <<'CU'
template <int SIZE>
__global__ void own_group(int *out)
{
    __shared__ int s[256];
    if (threadIdx.x % SIZE == 0)
        s[threadIdx.x / SIZE] = threadIdx.x;
    out[threadIdx.x] = s[threadIdx.x / SIZE];
}
template <int SIZE>
__global__ void block(int *out)
{
    __shared__ int s[1024];
    s[threadIdx.x] = 1;
    s[threadIdx.x + SIZE] = 2;
    out[threadIdx.x] = s[threadIdx.x];
}
CU
"$CUDASYNCLINT" --isolated --no-cache --min-confidence=low --format=json "$dir/groups.cu" \
    >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
while read -r kernel expected; do
    found=$(tr -d '\n' <"$dir/out" |
        grep -o '"confidence": "[a-z]*"[^{}]*"function": "'"$kernel"'"' | cut -d'"' -f4 | sort -u)
    [ "$found" = "$expected" ] || {
        echo "$kernel: $found, not $expected"
        cat "$dir/out"
        exit 1
    }
done <<'TABLE'
own_group medium
block low
TABLE
