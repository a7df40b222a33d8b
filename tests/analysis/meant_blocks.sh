#!/bin/sh
# A kernel that nothing launches, and loops whose step says how many rows its block has: what two
# threads do to one place only in a block with more rows, or do alike in this one, is of low
# confidence. A missing barrier is one in any block.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define ROWS 64
#define NUM_WARPS 4
__global__ void by_rows(float *out, const float *in)
{
    __shared__ float tile[ROWS * 33];
    for (int i0 = 0; i0 < ROWS; i0 += NUM_WARPS)
        tile[(i0 + threadIdx.y) * 33 + threadIdx.x] = in[(i0 + threadIdx.y) * 32 + threadIdx.x];
    __syncthreads();
    out[(blockIdx.x * NUM_WARPS + threadIdx.y) * 32 + threadIdx.x] = tile[threadIdx.y * 33 + (threadIdx.x ^ 1)];
}
__global__ void without_barrier(float *out, const float *in)
{
    __shared__ float tile[ROWS * 33];
    for (int i0 = 0; i0 < ROWS; i0 += NUM_WARPS)
        tile[(i0 + threadIdx.y) * 33 + threadIdx.x] = in[(i0 + threadIdx.y) * 32 + threadIdx.x];
    out[(blockIdx.x * NUM_WARPS + threadIdx.y) * 32 + threadIdx.x] = tile[(threadIdx.y ^ 1) * 33 + (threadIdx.x ^ 1)];
}
__global__ void last_row_again(float *out, const float *in, int last)
{
    __shared__ float tile[ROWS * 33];
    for (int i0 = 0; i0 < ROWS; i0 += NUM_WARPS) {
        const int i = min(i0 + (int)threadIdx.y, last);
        tile[i * 33 + threadIdx.x] = in[i * 32 + threadIdx.x];
    }
    __syncthreads();
    out[(blockIdx.x * NUM_WARPS + threadIdx.y) * 32 + threadIdx.x] = tile[threadIdx.y * 33 + (threadIdx.x ^ 1)];
}
__global__ void several_in_a_warp(float *out, const float *in, int last, int pitch)
{
    __shared__ float tile[ROWS * 8 + ROWS / 4];
    const int k = threadIdx.x;
    for (int i0 = 0; i0 < ROWS; i0 += NUM_WARPS * 4) {
        const int i = min(i0 + (int)threadIdx.y * 4 + k / 8, last);
        tile[i * 8 + i / 4 + k % 8] = in[i * pitch + k % 8];
    }
    __syncthreads();
    out[(blockIdx.x * NUM_WARPS + threadIdx.y) * 32 + threadIdx.x] = tile[threadIdx.y * 8 + k % 8];
}
CU
"$CUDASYNCLINT" --no-cache --isolated --fail-on=never "$dir/k.cu" >"$dir/out" 2>/dev/null
grep -c '\[shared-race\]' "$dir/out" | grep -qx 1 || { cat "$dir/out"; exit 1; }
grep -q ':16:.*no barrier between write and read' "$dir/out" || { cat "$dir/out"; exit 1; }
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
for line in 23 34; do
    grep -q "line $line: race, low: .*other_stride" "$dir/out" || { cat "$dir/out"; exit 1; }
done
