#!/bin/sh
# What a type that nothing declares adds up at loaded places is a sum as well as a count: unless the places differ.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include "gone/types.h"
__global__ void low_made_up(const int *list, real *sum, const real *part)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    sum[list[t]] = sum[list[t]] + part[t];
}
__global__ void shown_count(const int *list, int *count)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    count[list[t]] = count[list[t]] + 1;
}
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
rated() {
    sed -n "/^$1:/,/^[a-z_]*:\$/p" "$dir/out" | grep -q "race, $2" || { echo "$1: not $2"; cat "$dir/out"; exit 1; }
}
rated low_made_up 'low: .*scattered'
rated shown_count '\(medium\|high\)'
