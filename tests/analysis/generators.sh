#!/bin/sh
# Random numbers of the toolkit: only the generator that a block shares has barriers, also in kernels
# that nothing instantiates.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <curand_kernel.h>
template <class T> __global__ void right(T *o, curandState *state, int n)
{
    curandState s = state[threadIdx.x];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        o[i] = curand_normal(&s);
    state[threadIdx.x] = s;
}
template <class T> __global__ void wrong(T *o, curandStateMtgp32 *state, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        o[i] = curand_normal(state);
}
__global__ void wrong_plain(float *o, curandStateMtgp32 *state, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        o[i] = curand_normal(state);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
says() { grep -q "$1" "$dir/out" || { echo "expected: $1"; cat "$dir/out"; exit 1; }; }
says 'kernel: right: proved'
says 'kernel: wrong: findings'
says 'kernel: wrong_plain: findings'
says ':12:16: error: some threads leave the loop around this curand_normal()'
