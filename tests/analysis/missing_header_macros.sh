#!/bin/sh
# A missing header may decide `#if PROJECT_VERSION >= 3` around a barrier, but no condition about what CUDA itself
# defines: neither where our declarations are read as text nor where they are precompiled.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include "missing_config.h"
#define K(name) __global__ void __launch_bounds__(32) name(const float *in, float *o)
K(known)
{
    __shared__ float s[32];
    s[threadIdx.x] = in[threadIdx.x];
#if CUDA_VERSION >= 9000
    __syncwarp();
#else
    __threadfence_block();
#endif
    o[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
}
K(known_wrong)
{
    __shared__ float s[32];
    s[threadIdx.x] = in[threadIdx.x];
#if CUDART_VERSION < 9000
    __syncwarp();
#endif
    o[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
}
K(open)
{
    __shared__ float s[32];
    s[threadIdx.x] = in[threadIdx.x];
#if PROJECT_VERSION < 3
    __syncwarp();
#endif
    o[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
}
CU
failed=0
for way in CSL=1 CSL_PLAIN_PARSE=1; do
    env "$way" "$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
    grep -q 'kernel: known: proved' "$dir/out" && grep -q 'kernel: known_wrong: findings' "$dir/out" &&
        grep -q 'kernel: open: undecided.*: a header that is missing may decide this condition' "$dir/out" || {
        cat "$dir/out"
        failed=1
    }
done
exit $failed
