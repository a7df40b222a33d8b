#!/bin/sh
# What a shuffle gives to a lane where its source is plain: the number of the warp, a value that all
# lanes have, the value of a constant lane.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/exchange.cu" <<'CU'
__global__ void right_warp_number(float *o, const float *in)
{
    __shared__ float s[32];
    int warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0), lane = threadIdx.x % 32;
    if (warp == 0)
        s[lane] = in[lane];
    __syncthreads();
    o[threadIdx.x] = s[lane];
}
__global__ void right_shifted(float *o, const float *in)
{
    __shared__ float s[32];
    int warp = __shfl_sync(0xffffffff, (int)threadIdx.x >> 5, 5), lane = threadIdx.x & 31;
    if (warp == 1)
        s[lane] = in[lane];
    __syncthreads();
    o[threadIdx.x] = s[lane];
}
__global__ void right_first_thread(float *o, const float *in)
{
    __shared__ float s[4];
    int first = __shfl_sync(0xffffffff, threadIdx.x, 0);
    if (first == threadIdx.x)
        s[threadIdx.x / 32] = in[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x / 32];
}
__global__ void right_quarters(float *o, const float *in)
{
    __shared__ float s[128];
    int third = __shfl_sync(0xffffffff, threadIdx.x, 2, 8); /* of its eight lanes */
    if (threadIdx.x % 8 == 2)
        s[third] = in[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x / 8 * 8 + 2];
}
__global__ void right_rotated(float *o, const float *in)
{
    __shared__ float s[32];
    int warp = __shfl_down_sync(0xffffffff, threadIdx.x / 32, 3), lane = threadIdx.x % 32;
    if (warp == 2)
        s[lane] = in[lane];
    __syncthreads();
    o[threadIdx.x] = s[lane];
}
__global__ void right_in_ptx(float *o, const float *in)
{
    __shared__ float s[32];
    int warp, lane = threadIdx.x % 32;
    asm volatile("shfl.sync.idx.b32 %0, %1, 0, 31, 0xffffffff;" : "=r"(warp) : "r"(threadIdx.x / 32));
    if (warp == 0)
        s[lane] = in[lane];
    __syncthreads();
    o[threadIdx.x] = s[lane];
}
__global__ void right_rows(float *o, const float *in)
{
    __shared__ float s[32];
    int row = __shfl_sync(0xffffffff, threadIdx.y, 0);
    if (row == 1)
        s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    o[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x];
}
__global__ void wrong_pairs(float *o, const float *in)
{
    __shared__ float s[32];
    int pair = __shfl_sync(0xffffffff, threadIdx.x / 64, 0), lane = threadIdx.x % 32;
    if (pair == 0)
        s[lane] = in[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = s[lane];
}
__global__ void wrong_barrier(float *o, const float *in)
{
    __shared__ float s[32];
    int warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0), lane = threadIdx.x % 32;
    if (warp == 0) {
        s[lane] = in[lane];
        __syncthreads();
    }
    o[threadIdx.x] = s[lane];
}
__global__ void wrong_rows_of_16(float *o, const float *in)
{
    __shared__ float s[16];
    int row = __shfl_sync(0xffffffff, threadIdx.y, 0); /* a warp is two rows */
    if (row == 0)
        s[threadIdx.x] = in[threadIdx.y];
    __syncthreads();
    o[threadIdx.y * 16 + threadIdx.x] = s[threadIdx.x];
}
__global__ void wrong_half(float *o, const float *in)
{
    __shared__ float s[128];
    int low = __shfl_sync(0xffffffff, threadIdx.x, 2, 8);
    s[low] = in[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = s[low];
}
void run(float *o, const float *in)
{
    right_warp_number<<<1, 128>>>(o, in);
    right_shifted<<<1, 128>>>(o, in);
    right_first_thread<<<1, 128>>>(o, in);
    right_quarters<<<1, 128>>>(o, in);
    right_rotated<<<1, 128>>>(o, in);
    right_in_ptx<<<1, 128>>>(o, in);
    right_rows<<<1, dim3(32, 4)>>>(o, in);
    wrong_pairs<<<1, 128>>>(o, in);
    wrong_barrier<<<1, 128>>>(o, in);
    wrong_rows_of_16<<<1, dim3(16, 4)>>>(o, in);
    wrong_half<<<1, 128>>>(o, in);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/exchange.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
[ "$(grep -c 'kernel: right_[a-z_]*: proved' "$dir/out")" = 7 ] || fail "not all right kernels are proved"
[ "$(grep -c 'kernel: wrong_[a-z_0-9]*: findings' "$dir/out")" = 4 ] || fail "not all wrong kernels are found"
