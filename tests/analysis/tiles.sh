#!/bin/sh
# What the lanes of a tile agree on: votes and shuffles of the tile, what follows from them, loads
# from one place; and arguments that launches give as multiples.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/tiles.cu" <<'CU'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <int T> __global__ void right_vote(const int *keys, int *out)
{
    auto g = cg::tiled_partition<T>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x, key = keys[i];
    unsigned vote = g.ballot(key == 5);
    if (vote) {
        int found = g.shfl(key, __ffs(vote) - 1);
        if (found > 3)
            out[i] = g.shfl_xor(found, 1);
    }
}
__global__ void right_search(const int *keys, int *out, int n)
{
    auto g = cg::tiled_partition<8>(cg::this_thread_block());
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < n; t += blockDim.x * gridDim.x) {
        int key = keys[t / 8];
        bool done = false;
        for (int s = 0; s < 100 && !done; s += 8)
            if (g.any(keys[key + s + g.thread_rank()] == key))
                done = true;
        if (g.thread_rank() == 0)
            out[t / 8] = done;
    }
}
__global__ void right_rounded(const float *in, float *out, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = __shfl_xor_sync(0xffffffff, in[i], 1);
}
__global__ void wrong_vote_of_half(const int *keys, int *out)
{
    auto g = cg::tiled_partition<8>(cg::this_thread_block());
    auto half = cg::tiled_partition<4>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (half.any(keys[i] == 5))
        out[i] = g.shfl(keys[i], 0);
}
__global__ void wrong_own_lane(const int *keys, int *out)
{
    auto g = cg::tiled_partition<8>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (g.shfl_down(keys[i], 1) == 5)
        out[i] = g.any(keys[i] == 7);
}
__global__ void wrong_vote_of_tile(const int *keys, int *out)
{
    auto g = cg::tiled_partition<8>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (g.any(keys[i] == 5))
        out[i] = __shfl_xor_sync(0xffffffff, keys[i], 1);
}
__global__ void wrong_remainder(const float *in, float *out, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = __shfl_xor_sync(0xffffffff, in[i], 1);
}
void run(const int *keys, int *out, const float *in, float *o, int m)
{
    int n = m * 8;
    right_vote<8><<<1, 128>>>(keys, out);
    right_vote<32><<<1, 128>>>(keys, out);
    right_search<<<1, 128>>>(keys, out, n);
    right_rounded<<<1, 128>>>(in, o, (m + 31u) & ~31u);
    wrong_vote_of_half<<<1, 128>>>(keys, out);
    wrong_own_lane<<<1, 128>>>(keys, out);
    wrong_vote_of_tile<<<1, 128>>>(keys, out);
    wrong_remainder<<<1, 128>>>(in, o, m * 16);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/tiles.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
[ "$(grep -c 'kernel: right_[a-z_<>0-9, ]*: .*warps[^;]* proved\|kernel: right_[a-z_<>0-9, ]*: proved' "$dir/out")" = 3 ] ||
    fail "not all right kernels are proved"
[ "$(grep -c 'kernel: wrong_[a-z_]*: findings' "$dir/out")" = 4 ] || fail "not all wrong kernels are found"
