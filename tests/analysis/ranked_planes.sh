#!/bin/sh
# A block of several planes is no witness for a kernel that asks for the plane of a thread only where
# it asks for the thread's number in the block: what overlaps there is of low confidence.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
tool() {
    "$CUDASYNCLINT" --no-cache --isolated "$@" 2>&1 || true
}
cat >"$dir/flat.cu" <<'CU'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(float *o, int W, int H, const float *in, int n) {
    auto block = cg::this_thread_block();
    uint2 at = {blockIdx.x * 16 + block.thread_index().x, blockIdx.y * 16 + block.thread_index().y};
    __shared__ float c[256];
    float s = 0;
    for (int i = 0; i < n; i++) {
        int next = i * 256 + block.thread_rank();
        if (next < n)
            c[block.thread_rank()] = in[next];
        block.sync();
        for (int j = 0; j < 256; j++)
            s += c[j];
        block.sync();
    }
    if (at.x < W && at.y < H)
        o[W * at.y + at.x] = s + block.thread_rank();
}
CU
tool "$dir/flat.cu" >"$dir/out"
if grep 'warning:\|error:' "$dir/out"; then
    exit 1
fi

# The plane itself, and all rows in one place.
sed 's/block.thread_index().y}/block.thread_index().y + block.thread_index().z}/' "$dir/flat.cu" >"$dir/planes.cu"
sed 's/o\[W \* at.y + at.x\]/o[at.x]/' "$dir/flat.cu" >"$dir/one_row.cu"
for wrong in planes one_row; do
    tool "$dir/$wrong.cu" >"$dir/out"
    if ! grep -q 'race on `o`' "$dir/out"; then
        echo "$wrong"
        cat "$dir/out"
        exit 1
    fi
done
