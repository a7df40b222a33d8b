#!/bin/sh
# Named barriers of a part of the block (PTX ISA, bar and barrier): numbers that are computed, places
# that lanes of a warp come to apart, tiles wider than a warp, counts that more threads come to. Each
# wrong one differs from a right one in a number.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/named.cu" <<'CU'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define BAR(number, count) asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory")
#define ARRIVE(number, count) asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count) : "memory")
#define GROUPS(name, number, count, other)                                                         \
    __global__ void name(int *o)                                                                   \
    {                                                                                              \
        __shared__ int s[256];                                                                     \
        int t = threadIdx.x, g = t / 64;                                                           \
        s[t] = t;                                                                                  \
        BAR(number, count);                                                                        \
        o[t] = s[other];                                                                           \
    }
GROUPS(right_groups, g + 1, 64, t ^ 63)
GROUPS(right_groups_down, 15 - g, 64, t ^ 63)
GROUPS(wrong_reach, g + 1, 64, t ^ 64)
GROUPS(wrong_reach_far, g + 1, 64, t ^ 128)
GROUPS(wrong_count, g + 1, 32, t ^ 63)
GROUPS(wrong_number, g / 2 + 1, 64, t ^ 63)
GROUPS(wrong_too_many, g + 1, 128, t ^ 63)
GROUPS(wrong_beyond, g + 13, 64, t ^ 63)
#define ARMS(name, first, second, split)                                                           \
    __global__ void name(int *o)                                                                   \
    {                                                                                              \
        __shared__ int s[256];                                                                     \
        int t = threadIdx.x;                                                                       \
        s[t] = t;                                                                                  \
        if (t < split)                                                                             \
            asm volatile(first ::: "memory");                                                      \
        else                                                                                       \
            asm volatile(second ::: "memory");                                                     \
        o[t] = s[255 - t];                                                                         \
    }
ARMS(right_arms, "barrier.sync 0;", "barrier.sync 0;", 80)
ARMS(right_arms_of_one, "barrier.sync 3;", "barrier.sync 3;", 100)
ARMS(right_arms_counted, "barrier.sync 3, 256;", "barrier.sync 3, 256;", 100)
ARMS(wrong_aligned, "bar.sync 3, 256;", "bar.sync 3, 256;", 100)
ARMS(wrong_two_numbers, "barrier.sync 3;", "barrier.sync 4;", 100)
ARMS(wrong_half, "barrier.sync 3, 128;", "barrier.sync 3, 128;", 128)
ARMS(wrong_two_counts, "barrier.sync 3, 256;", "barrier.sync 3, 128;", 128)
#define TILES(name, n, other)                                                                      \
    __global__ void name(int *o)                                                                   \
    {                                                                                              \
        __shared__ cg::block_tile_memory<256> m;                                                   \
        __shared__ int s[256];                                                                     \
        auto w = cg::tiled_partition<n>(cg::this_thread_block(m));                                 \
        int t = threadIdx.x;                                                                       \
        s[t] = t;                                                                                  \
        w.sync();                                                                                  \
        o[t] = s[other];                                                                           \
    }
TILES(right_tiles_64, 64, t ^ 63)
TILES(right_tiles_128, 128, t ^ 127)
TILES(wrong_tiles_64, 64, t ^ 64)
TILES(wrong_tiles_128, 128, t ^ 128)
__global__ void right_tile_of_some(int *o)
{
    __shared__ cg::block_tile_memory<256> m;
    auto w = cg::tiled_partition<64>(cg::this_thread_block(m));
    if (threadIdx.x < 64)
        w.sync();
    o[threadIdx.x] = 1;
}
__global__ void wrong_tile_of_half(int *o)
{
    __shared__ cg::block_tile_memory<256> m;
    auto w = cg::tiled_partition<64>(cg::this_thread_block(m));
    if (threadIdx.x < 32)
        w.sync();
    o[threadIdx.x] = 1;
}
__global__ void wrong_reuse(int *o)
{
    __shared__ int s[256];
    int t = threadIdx.x, g = t / 64;
    for (int i = 0; i < 4; i++) {
        s[t] = i;
        BAR(g + 1, 64);
        o[t] += s[t ^ 63];
    }
}
__global__ void wrong_lanes(int *o)
{
    if (threadIdx.x > 4)
        asm volatile("barrier.sync 1;" ::: "memory");
    __syncthreads();
    o[threadIdx.x] = 1;
}
__global__ void wrong_arrive_count(int *o)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t < 128) {
        s[t] = t;
        ARRIVE(1, 128);
    } else {
        BAR(1, 256);
        o[t] = s[255 - t];
    }
}
__global__ void wrong_mixed(int *o)
{
    if (threadIdx.x < 64)
        BAR(0, 64);
    __syncthreads();
    o[threadIdx.x] = 1;
}
__global__ void right_two_at_once(int *o)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = t;
    if (t < 64) {
        BAR(1, 64);
        o[t] = s[63 - t];
    }
    __syncthreads();
    if (t >= 192) {
        BAR(1, 64);
        o[t] = s[447 - t];
    }
}
void run(int *o)
{
    right_groups<<<1, 256>>>(o), right_groups_down<<<1, 256>>>(o), wrong_reach<<<1, 256>>>(o);
    wrong_reach_far<<<1, 256>>>(o), wrong_count<<<1, 256>>>(o), wrong_number<<<1, 256>>>(o);
    wrong_too_many<<<1, 256>>>(o), wrong_beyond<<<1, 256>>>(o), right_arms<<<1, 256>>>(o);
    right_arms_of_one<<<1, 256>>>(o), right_arms_counted<<<1, 256>>>(o), wrong_aligned<<<1, 256>>>(o);
    wrong_two_numbers<<<1, 256>>>(o), wrong_half<<<1, 256>>>(o), wrong_two_counts<<<1, 256>>>(o);
    right_tiles_64<<<1, 256>>>(o), right_tiles_128<<<1, 256>>>(o), wrong_tiles_64<<<1, 256>>>(o);
    wrong_tiles_128<<<1, 256>>>(o), right_tile_of_some<<<1, 256>>>(o);
    wrong_tile_of_half<<<1, 256>>>(o), wrong_reuse<<<1, 256>>>(o), wrong_lanes<<<1, 256>>>(o);
    wrong_arrive_count<<<1, 256>>>(o), wrong_mixed<<<1, 256>>>(o), right_two_at_once<<<1, 256>>>(o);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/named.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
grep -q 'kernel: wrong_[a-z_0-9]*: proved' "$dir/out" && fail "a wrong kernel is proved"
grep -q 'kernel: right_[a-z_0-9]*: findings' "$dir/out" && fail "a right kernel has a finding"
for k in groups groups_down arms arms_of_one arms_counted tiles_64 tiles_128 tile_of_some; do
    grep -q "kernel: right_$k: proved" "$dir/out" || fail "right_$k is not proved"
done
for k in reach reach_far count number too_many tiles_64 tiles_128 tile_of_half reuse lanes \
    arrive_count mixed half two_counts; do
    grep -q "kernel: wrong_$k: findings" "$dir/out" || fail "wrong_$k is not found"
done
exit 0
