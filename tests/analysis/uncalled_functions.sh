#!/bin/sh
# A device function that no kernel calls is read as if a whole block called it: what is wrong then is
# told, nothing is proved. An argument may point to memory of one thread.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/helpers.cuh" <<'CU'
__device__ float bad_sum(float v)
{
    __shared__ float s[32];
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = v;
    return s[threadIdx.x % 32];
}
__device__ float good_sum(float v)
{
    __shared__ float s[32];
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = v;
    __syncthreads();
    return s[threadIdx.x % 32];
}
__device__ void bad_scratch(float *s)
{
    s[threadIdx.x] = 1;
    float v = s[threadIdx.x ^ 32];
    __syncthreads();
    s[threadIdx.x] = v;
}
__device__ void good_registers(float *r, float v)
{
    r[0] = v;
    __syncthreads();
    r[1] += r[0];
}
__device__ void good_argument(int n)
{
    if (n > 3)
        __syncthreads();
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/helpers.cuh" >"$dir/out" 2>&1 || true
for name in bad_sum bad_scratch; do
    grep -q "kernel: $name: findings" "$dir/out" || { cat "$dir/out"; exit 1; }
done
for name in good_sum good_registers good_argument; do
    grep -q "kernel: $name: not-analysed: no kernel calls it" "$dir/out" || { cat "$dir/out"; exit 1; }
done
