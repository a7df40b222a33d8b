#!/bin/sh
# A function that no kernel calls: an argument over which its threads go in steps of as many as they
# are is memory of the block, also for accesses that do not say so; another may be of one thread.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ void together(float *der, float *next, const float *in, float dt)
{
    der[0] = in[0];
    if (threadIdx.y == 0)
        der[0] -= in[1];
    __syncthreads();
    for (int i = threadIdx.y; i < 7; i += blockDim.y)
        next[i] = in[i] + der[i] * dt;
}
__device__ void alone(float *der, float *next, const float *in, float dt)
{
    der[0] = in[0];
    if (threadIdx.y == 0)
        der[0] -= in[1];
    __syncthreads();
    next[0] = in[0] + der[0] * dt;
}
CU
"$CUDASYNCLINT" --no-cache --isolated --fail-on=never --dump=confidence "$dir/k.cu" >"$dir/out" 2>/dev/null
sed -n '/^together/,/^alone/p' "$dir/out" | grep -q 'line 5: race, medium: .*helper' || { cat "$dir/out"; exit 1; }
sed -n '/^alone/,$p' "$dir/out" | grep -q 'low: .*memory_of_thread' || { cat "$dir/out"; exit 1; }
