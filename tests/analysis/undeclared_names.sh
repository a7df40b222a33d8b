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
__global__ void passes(float *a, int n)
{
    __shared__ float s[256];
    int blocks = util::ceildiv(n, blockDim.x);
    for (int b = 0; b < blocks; b++) {
        s[threadIdx.x] = util::scale(a[b * blockDim.x + threadIdx.x]);
        __syncthreads();
        a[b * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x] * util::weight(b);
        __syncthreads();
    }
}
__global__ void passes_on(float *a, int n)
{
    __shared__ float s[256];
    int blocks = util::ceildiv(n, blockDim.x);
    for (int b = 0; b < blocks; b++) {
        s[threadIdx.x] = util::scale(a[b * blockDim.x + threadIdx.x]);
        __syncthreads();
        a[b * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x] * util::weight(b);
    }
}
__global__ void gathers(float *a)
{
    __shared__ float s[256];
    s[threadIdx.x] = a[threadIdx.x];
    float sum = block_sum(a[threadIdx.x]);
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x] + sum;
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
grep -q 'kernel: passes: undecided' "$dir/out" || fail "passes"
grep -q 'k.cu:37:.*no barrier between two accesses of `s`' "$dir/out" || fail "passes_on"
grep -q 'kernel: gathers: undecided' "$dir/out" || fail "gathers"
grep -q 'kernel: untouched: proved' "$dir/out" || fail "untouched"
