#!/bin/sh
# Loads of one place, of memory that nothing writes, give one value: what all lanes of a warp load
# from one place is the same for them, and no witness has two values for one place.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/loads.cu" <<'CU'
#include <cooperative_groups.h>
#include <cuda_fp16.h>
struct spans { int from[4], to[4]; };
__global__ void right_row_of_a_warp(float *o, const float *in, const int *rows)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int i = rows[warp]; i < rows[warp + 1]; i++)
        sum += __shfl_xor_sync(0xffffffff, in[i * 32 + lane], 1);
    o[threadIdx.x] = sum;
}
__global__ void right_row_of_a_row(float *o, const float *in, const int *rows)
{
    float sum = 0;
    for (int i = rows[threadIdx.y]; i < rows[threadIdx.y + 1]; i++)
        sum += __shfl_xor_sync(0xffffffff, in[i * 32 + threadIdx.x], 1);
    o[threadIdx.y * 32 + threadIdx.x] = sum;
}
__global__ void right_of_a_struct(float *o, const float *in, spans s)
{
    float sum = 0;
    for (int i = s.from[threadIdx.x / 32]; i < s.to[threadIdx.x / 32]; i++)
        sum += __shfl_xor_sync(0xffffffff, in[i], 1);
    o[threadIdx.x] = sum;
}
__global__ void right_group_of_two_warps(float *o, const int *counts)
{
    __shared__ float s[64];
    for (int i = 0; i < counts[threadIdx.x / 64]; i++) {
        s[threadIdx.x] = i;
        __syncthreads();
        o[threadIdx.x] += s[63 - threadIdx.x];
        __syncthreads();
    }
}
__global__ void right_one_place_of_two(float *o, const int *first)
{
    __shared__ float s[128];
    s[threadIdx.x] = 0;
    __syncthreads();
    if (first[threadIdx.x / 2] == threadIdx.x % 2)
        s[threadIdx.x / 2] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x];
}
/* The winner is read twice, with nothing between. */
__global__ void right_read_twice(const float *in, float *o, int best)
{
    __shared__ int winner;
    __shared__ float score;
    if (threadIdx.x == 0)
        winner = best;
    __syncthreads();
    if (threadIdx.x == winner)
        score = in[threadIdx.x];
    if (threadIdx.x == winner)
        o[threadIdx.x] = score;
}
__global__ void wrong_next_winner(const float *in, float *o, int best)
{
    __shared__ int winner;
    __shared__ float score;
    if (threadIdx.x == 0)
        winner = best;
    __syncthreads();
    if (threadIdx.x == winner)
        score = in[threadIdx.x];
    int first = winner;
    __syncthreads();
    if (threadIdx.x == 0)
        winner = first + 1;
    __syncthreads();
    if (threadIdx.x == winner)
        o[threadIdx.x] = score;
    if (threadIdx.x == winner - 1)
        score = 0;
}
/* What a function without a body makes of equal numbers is equal, also if it is a class. */
__global__ void right_half(float *o, const __half *mask, int n)
{
    for (int i = 0; i < n; i++) {
        if (mask[blockIdx.x * n + i] == __float2half(-1e8f))
            break;
        __syncthreads();
    }
    o[threadIdx.x] = 0;
}
__global__ void wrong_half(float *o, const __half *mask, int n)
{
    for (int i = 0; i < n; i++) {
        if (mask[blockIdx.x * n + i] == __float2half(threadIdx.x))
            break;
        __syncthreads();
    }
    o[threadIdx.x] = 0;
}
/* Behind a pointer that all lanes have. */
struct table { const int *rows; };
__global__ void right_row_of_a_table(float *o, const float *in, table t)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int i = t.rows[warp]; i < t.rows[warp + 1]; i++)
        sum += __shfl_xor_sync(0xffffffff, in[i * 32 + lane], 1);
    o[threadIdx.x] = sum;
}
__global__ void wrong_half_of_a_table(float *o, const float *in, table t)
{
    int half = threadIdx.x / 16, lane = threadIdx.x % 16;
    float sum = 0;
    for (int i = t.rows[half]; i < t.rows[half + 1]; i++)
        sum += __shfl_xor_sync(0xffffffff, in[i * 16 + lane], 1);
    o[threadIdx.x] = sum;
}
__global__ void wrong_table_of_a_lane(float *o, const float *in, const table *t)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int i = t[lane].rows[warp]; i < t[lane].rows[warp + 1]; i++)
        sum += __shfl_xor_sync(0xffffffff, in[i * 32 + lane], 1);
    o[threadIdx.x] = sum;
}
/* The place of a tile that takes rows in turn. */
__global__ void right_tile_in_turn(float *o, const int *keys, int n)
{
    auto block = cooperative_groups::this_thread_block();
    auto tile = cooperative_groups::tiled_partition<4>(block);
    unsigned first = tile.meta_group_size() * block.group_index().x + tile.meta_group_rank();
    unsigned tiles = tile.meta_group_size() * gridDim.x;
    for (unsigned i = first; i < n; i += tiles) {
        if (keys[i] == 7)
            continue;
        if (tile.any(keys[i] == tile.thread_rank()) && tile.thread_rank() == 0)
            o[i] = 1;
    }
}
__global__ void wrong_row_of_half_a_warp(float *o, const float *in, const int *rows)
{
    int half = threadIdx.x / 16, lane = threadIdx.x % 16;
    float sum = 0;
    for (int i = rows[half]; i < rows[half + 1]; i++)
        sum += __shfl_xor_sync(0xffffffff, in[i * 16 + lane], 1);
    o[threadIdx.x] = sum;
}
__global__ void wrong_written(float *o, const float *in, int *rows)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 3)
        rows[warp] = 7;
    if (rows[warp] > 5)
        o[threadIdx.x] = __shfl_xor_sync(0xffffffff, in[lane], 1);
}
__global__ void wrong_group_of_one_warp(float *o, const int *counts)
{
    for (int i = 0; i < counts[threadIdx.x / 32]; i++)
        __syncthreads();
    o[threadIdx.x] = 0;
}
void run(float *o, const float *in, int *rows)
{
    right_row_of_a_warp<<<1, 128>>>(o, in, rows);
    right_row_of_a_row<<<1, dim3(32, 4)>>>(o, in, rows);
    right_of_a_struct<<<1, 128>>>(o, in, spans());
    right_group_of_two_warps<<<1, 64>>>(o, rows);
    right_one_place_of_two<<<1, 128>>>(o, rows);
    right_row_of_a_table<<<1, 128>>>(o, in, table());
    right_tile_in_turn<<<(*rows + 31) / 32, 128>>>(o, rows, *rows);
    wrong_half_of_a_table<<<1, 128>>>(o, in, table());
    wrong_table_of_a_lane<<<1, 128>>>(o, in, 0);
    wrong_row_of_half_a_warp<<<1, 128>>>(o, in, rows);
    wrong_written<<<1, 128>>>(o, in, rows);
    right_half<<<1, 128>>>(o, 0, 3);
    right_read_twice<<<1, 128>>>(in, o, 3);
    wrong_next_winner<<<1, 128>>>(in, o, 3);
    wrong_half<<<1, 128>>>(o, 0, 3);
    wrong_group_of_one_warp<<<1, 64>>>(o, rows);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/loads.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
[ "$(grep -c 'kernel: right_[a-z_]*: proved' "$dir/out")" = 9 ] || fail "not all right kernels are proved"
[ "$(grep -c 'kernel: wrong_[a-z_]*: findings' "$dir/out")" = 7 ] || fail "not all wrong kernels are found"
