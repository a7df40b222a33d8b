#!/bin/sh
# A kernel that uses what nothing declares is not proved, and nothing told of it is sure; what holds
# only because an undeclared size is small is not told at all.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include "sizes.h"
__global__ void right(scalar_t *a)
{
    __shared__ scalar_t s[BLOCK];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[BLOCK - 1 - threadIdx.x];
}
__global__ void wrong(scalar_t *a)
{
    __shared__ scalar_t s[256];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[0];
}
__global__ void two_halves(scalar_t *a)
{
    __shared__ scalar_t s[SIZE];
    s[threadIdx.x] = a[threadIdx.x];
    s[threadIdx.x + SIZE / 2] = a[threadIdx.x + SIZE / 2];
}
__global__ void untouched(float *a)
{
    a[threadIdx.x] = 0;
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
grep -q 'kernel: right: undecided: .*`scalar_t` and `BLOCK`, which nothing declares' "$dir/out" ||
    fail "right"
grep -q 'k.cu:13:.*`s`: .*(`scalar_t`, which nothing declares, is what its use looks like)' \
    "$dir/out" || fail "wrong"
grep -q 'kernel: two_halves: undecided' "$dir/out" || fail "two_halves"
grep -q 'kernel: untouched: proved' "$dir/out" || fail "untouched"
