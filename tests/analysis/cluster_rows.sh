#!/bin/sh
# In a dimension in which a cluster has one block its blocks have one number: what they load by it, through a
# pointer that is passed in a struct, is one value, so that they come to a barrier of the cluster together. Not so
# where the number is of another dimension, or the kernel changes what they load.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
struct args {
    int *lengths, *out;
    int least;
};
#define KERNEL(name, shape, row, before)                                                            \
    __global__ void __cluster_dims__ shape name(const args p)                                       \
    {                                                                                               \
        auto cluster = cg::this_cluster();                                                          \
        before;                                                                                     \
        if (p.lengths[row] <= p.least)                                                              \
            return;                                                                                 \
        cluster.sync();                                                                             \
        const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;           \
        p.out[block * blockDim.x + threadIdx.x] = 1;                                                \
    }
KERNEL(right_rows, (1, 8, 1), blockIdx.x, )
KERNEL(right_z, (2, 4, 1), blockIdx.z, )
KERNEL(right_grid, (1, 8, 1), blockIdx.x + gridDim.y, )
KERNEL(wrong_rows, (8, 1, 1), blockIdx.x, )
KERNEL(wrong_z, (1, 4, 2), blockIdx.z, )
KERNEL(wrong_both, (1, 8, 1), blockIdx.x + blockIdx.y, )
KERNEL(wrong_written, (1, 8, 1), blockIdx.x, if (threadIdx.x == 0) p.lengths[blockIdx.x] -= 5)
CU
"$CUDASYNCLINT" --no-cache --isolated -v --min-confidence=low "$dir/k.cu" >"$dir/out" 2>&1 || true
! grep 'kernel: right_[a-z]*: findings' "$dir/out" || exit 1
! grep 'kernel: wrong_[a-z]*: proved' "$dir/out" || exit 1
for name in rows z both; do
    grep -q "kernel: wrong_$name: findings" "$dir/out" || { cat "$dir/out"; exit 1; }
done
