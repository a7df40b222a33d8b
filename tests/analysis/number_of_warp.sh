#!/bin/sh
# The number of the warp, made one for its lanes by a shuffle, in a kernel that reads threadIdx.y: the
# rows of its block need not be whole warps, and still each warp has the number that its first lane
# offers. One lane of warp 1 writes; two warps that write one place are told.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ bool elected(int w) { return threadIdx.x % 32 == 0 && threadIdx.y == 0; }
__global__ void right(int *out, const int *in)
{
    __shared__ int s[64];
    const int w = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
    if (w == 1 && elected(w))
        s[0] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x + threadIdx.y * blockDim.x] = s[0];
}
__global__ void wrong(int *out, const int *in)
{
    __shared__ int s[64];
    const int w = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
    if (w <= 1 && elected(w))
        s[0] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x + threadIdx.y * blockDim.x] = s[0];
}
CU
"$CUDASYNCLINT" --no-cache --isolated --fail-on=never --min-confidence=low "$dir/k.cu" >"$dir/out" 2>/dev/null
! grep -q ':7:.*\]' "$dir/out" || { cat "$dir/out"; exit 1; }
grep -q ':16:.*\[shared-race\]' "$dir/out" || { cat "$dir/out"; exit 1; }
