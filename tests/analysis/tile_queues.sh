#!/bin/sh
# The lanes of a tile take turns by a vote of it, with further barriers of the tile in places that not
# every pass comes to: what the vote says is the same for all of them.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define KERNEL(name, WIDTH, VOTE, BODY)                                                            \
    __global__ void name(const int *in, int n)                                                     \
    {                                                                                              \
        const auto tile = cg::tiled_partition<WIDTH>(cg::this_thread_block());                     \
        bool mine = in[blockIdx.x * blockDim.x + threadIdx.x] > 0;                                 \
        unsigned queue = VOTE;                                                                     \
        while (queue) {                                                                            \
            BODY                                                                                   \
            if (tile.thread_rank() == __ffs(queue) - 1)                                            \
                mine = false;                                                                      \
            queue = VOTE;                                                                          \
        }                                                                                          \
    }
#define PROBE                                                                                      \
    for (int i = 0; i < n; i++)                                                                    \
        if (tile.ballot(in[threadIdx.x + i]) == 0)                                                 \
            break;
KERNEL(right_turn, 16, tile.ballot(mine), tile.sync();)
KERNEL(right_loop, 16, tile.ballot(mine), for (int i = 0; i < 4; i++) tile.sync();)
KERNEL(right_probe, 16, tile.ballot(mine), PROBE)
KERNEL(right_small, 4, tile.ballot(mine), PROBE)
KERNEL(right_arm, 8, tile.ballot(mine), if (tile.any(in[threadIdx.x])) tile.sync();)
KERNEL(wrong_lane, 16, mine, PROBE)
KERNEL(wrong_arm, 16, tile.ballot(mine), if (in[threadIdx.x]) tile.sync();)
KERNEL(wrong_break, 16, tile.ballot(mine), if (in[threadIdx.x + 1]) break; PROBE)
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
count() { [ "$(grep -c "kernel: $1" "$dir/out")" = "$2" ] || { cat "$dir/out"; exit 1; }; }
count 'right_[a-z_]*: proved (warps)' 5
count 'wrong_[a-z_]*: findings (warps' 3
count 'wrong_[a-z_]*: proved' 0
