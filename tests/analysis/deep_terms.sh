#!/bin/sh
# What a kernel numbers its elements by is seen in terms of any depth, each part of which is looked at once: a kernel of
# rows and columns that asks for the number of the thread in its block is not meant for blocks of several layers.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define SQUARE v = v * v + 1;
#define SQUARES SQUARE SQUARE SQUARE SQUARE SQUARE SQUARE
#define KERNEL(name, row)                                                                          \
    __global__ void name(const float *in, float *out, int w, int h)                                \
    {                                                                                              \
        auto block = cg::this_thread_block();                                                      \
        const unsigned x = block.group_index().x * 16 + block.thread_index().x;                    \
        const unsigned y = block.group_index().y * 16 + block.thread_index().y;                    \
        __shared__ float s[1024];                                                                  \
        unsigned v = x;                                                                            \
        SQUARES SQUARES SQUARES                                                                    \
        s[block.thread_rank()] = in[v];                                                            \
        block.sync();                                                                              \
        if (x < w && y < h)                                                                        \
            out[w * (row) + x] = s[block.thread_rank()];                                           \
    }
KERNEL(low_plane, y)
KERNEL(shown_column, 0 * y)
void run(dim3 grid, dim3 block, const float *in, float *out, int w, int h)
{
    low_plane<<<grid, block>>>(in, out, w, h), shown_column<<<grid, block>>>(in, out, w, h);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
rated() {
    sed -n "/^$1:/,/^[a-z_]*:\$/p" "$dir/out" | grep -q "race, $2" || { echo "$1: not $2"; cat "$dir/out"; exit 1; }
}
rated low_plane 'low: few_shapes'
rated shown_column medium
