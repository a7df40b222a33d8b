#!/bin/sh
# Whether all threads load the same value is not known, as another block may write it: a finding that
# holds also if they do is told, one that needs them to differ is not.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cuda_runtime.h>
__global__ void differs_anyway(unsigned *n, int *out)
{
    if (threadIdx.x >= *n)
        return;
    __syncthreads();
    if (threadIdx.x == 0)
        *n = blockIdx.x;
}
__global__ void only_if_it_changes(unsigned *n, int *out)
{
    if (*n == 3)
        return;
    __syncthreads();
    if (threadIdx.x == 0)
        *n = blockIdx.x;
}
void run(unsigned *n, int *out)
{
    differs_anyway<<<64, 256>>>(n, out);
    only_if_it_changes<<<64, 256>>>(n, out);
}
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'k.cu:6:.*\[barrier-early-exit\]' "$dir/out" || { cat "$dir/out"; exit 1; }
! grep -q 'k.cu:14:.*early-exit' "$dir/out" || { cat "$dir/out"; exit 1; }
