#!/bin/sh
# Each thread stores to an element of its own; the elements collide in all blocks of several rows, or in all
# that are longer than what `p[32 * m + threadIdx.x]` leaves room for, where the passes of a loop fill the array
# with no gap. Such blocks were not meant: low.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void right_warp(float *out, const float *in)
{
    int m = blockIdx.x * 16;
    for (int k = 0; k < 16; k++, m++)
        out[m * 32 + threadIdx.x] = in[threadIdx.x] + k;
}
__global__ void right_one_row(float *out, const float *in, int n)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    i += threadIdx.y + blockDim.y * (blockDim.x * gridDim.x) * blockIdx.y;
    if (i < n)
        out[i] += in[i];
}
/* The passes leave gaps: for blocks of 64 threads, and 32 apart by mistake. */
__global__ void wrong_gaps(float *out, const float *in)
{
    for (int k = 0; k < 16; k++)
        out[blockIdx.x * 1024 + k * 32 + threadIdx.x] = in[threadIdx.x] + k;
}
/* In the block it is laid out for as well. */
__global__ void wrong_warp(float *out, const float *in)
{
    for (int k = 0; k < 16; k++)
        out[(k + blockIdx.x) * 32 + threadIdx.x / 2] = in[threadIdx.x] + k;
}
__global__ void wrong_pass(float *out, const float *in)
{
    __shared__ float s[17 * 32];
    for (int k = 0; k < 16; k++) {
        s[k * 32 + threadIdx.x] = in[threadIdx.x] + k;
        out[k * 32 + threadIdx.x] = s[k * 32 + (threadIdx.x ^ 1)];
    }
}
/* The number of the row is asked for in an array that has one. */
template <int ROWS> __device__ float whole(float v)
{
    __shared__ float of_warp[ROWS][32];
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.y][threadIdx.x / 32] = v;
    __syncthreads();
    return of_warp[threadIdx.y][threadIdx.x % 32];
}
template <int ROWS> __device__ void mean(float *out, const float *in)
{
    __shared__ float all;
    const float v = whole<ROWS>(in[threadIdx.x]);
    if (threadIdx.x == 0)
        all = v;
    __syncthreads();
    out[threadIdx.y * 1024 + threadIdx.x] = all;
}
__global__ void right_array(float *out, const float *in) { mean<1>(out, in); }
__global__ void wrong_array(float *out, const float *in) { mean<8>(out, in); }
/* The block's number says which layer it is, and no thread's does. */
__global__ void right_layer(float *out, const float *in, unsigned w, unsigned h, unsigned d)
{
    const unsigned bx = blockDim.x, by = blockDim.y;
    const unsigned wx = min(32u, bx), wy = min(max(32 / bx, 1u), by), wz = max(32 / (bx * by), 1u);
    const unsigned x = blockIdx.x * bx + threadIdx.x, y = blockIdx.y * by + threadIdx.y, z = blockIdx.z;
    if (x < w && y < h && z < d && threadIdx.x % wx == 0 && threadIdx.y % wy == 0 && threadIdx.z % wz == 0)
        out[(z * h + y / wy) * w + x / wx] = in[x] + in[y];
}
/* All rows in one place. */
__global__ void wrong_rows(float *out, const float *in)
{
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[x] = in[y * 1024 + x];
}
/* A tile that is turned without a barrier. */
__global__ void wrong_turn(float *out, const float *in)
{
    __shared__ float s[16][16];
    s[threadIdx.y][threadIdx.x] = in[threadIdx.x];
    out[threadIdx.y * 16 + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
CU
"$CUDASYNCLINT" --no-cache "$dir/k.cu" --min-confidence=low --format=json >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import sys
from tests.analysis.confidences import by_function
found = by_function(sys.argv[1])
for right, why in ("right_warp", "large_block"), ("right_one_row", "one_row"), ("right_array", "large_block"), \
        ("right_layer", "one_row"):
    assert all(c == "low" and why in rows for c, rows in found[right]), found
for wrong in "wrong_gaps", "wrong_array", "wrong_warp", "wrong_pass", "wrong_rows", "wrong_turn":
    assert any(c != "low" for c, _ in found[wrong]), (wrong, found)
PY
