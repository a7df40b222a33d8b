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

# Both threads have one value of what is disputed then, and the passes that it limits are several: the sum of
# one pass is read while thread 0 adds to it in the next.
cat >"$dir/passes.cu" <<'CU'
__global__ void __launch_bounds__(512) sums(const int *weights, const unsigned *total, int *out)
{
    __shared__ int sum[512];
    __shared__ unsigned limit;
    unsigned best = 0;
    sum[threadIdx.x] = weights[threadIdx.x];
    if (threadIdx.x == 0) {
        limit = 512;
    }
    __syncthreads();
    const unsigned n = min(limit, *total);
    BARRIER();
    for (unsigned d = 1; d < n; d *= 2) {
        if (threadIdx.x + d < n)
            sum[threadIdx.x] += weights[threadIdx.x + d];
        __syncthreads();
        if (sum[0] < limit && threadIdx.x == 0) {
            best = sum[0];
        }
        BARRIER();
    }
    if (threadIdx.x == 0) {
        limit -= best;
    }
    __syncthreads();
    out[threadIdx.x] = limit;
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/passes.cu" -- '-DBARRIER=__syncthreads' >"$dir/out" 2>&1 || true
grep -q 'kernel: sums: proved' "$dir/out" || { cat "$dir/out"; exit 1; }
"$CUDASYNCLINT" --no-cache --isolated "$dir/passes.cu" -- '-DBARRIER()=' >"$dir/out" 2>&1 || true
grep -q 'race on `sum`.*\[shared-race\]$' "$dir/out" || { cat "$dir/out"; exit 1; }
