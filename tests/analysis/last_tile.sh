#!/bin/sh
# The last tile of dynamic shared memory reaches to its end, and no further: a tensor copy from it,
# of whose size nothing is said, stays inside.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/tiles.cu" <<'CU'
#include <cuda.h>
__device__ void store(const CUtensorMap *map, const float *tile)
{
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %2}], [%1];" ::"l"(map),
                 "r"((unsigned)__cvta_generic_to_shared(tile)), "r"(0) : "memory");
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;" ::: "memory");
}
#define KERNEL(name, sync, other)                                                                  \
    __global__ void name(const __grid_constant__ CUtensorMap map)                                  \
    {                                                                                              \
        extern __shared__ __align__(1024) float tile[];                                            \
        tile[2048 + threadIdx.x] = 1;                                                              \
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");                               \
        sync;                                                                                      \
        if (threadIdx.x == 0)                                                                      \
            store(&map, tile + 1024);                                                              \
        other;                                                                                     \
    }
KERNEL(right_end, __syncthreads(), )
KERNEL(wrong_early, , )
KERNEL(wrong_late, __syncthreads(), tile[4096 + threadIdx.x] = 2)
void run(CUtensorMap map)
{
    right_end<<<1, 256, 32768>>>(map);
    wrong_early<<<1, 256, 32768>>>(map);
    wrong_late<<<1, 256, 32768>>>(map);
}
CU
"$CUDASYNCLINT" --no-cache --arch=sm_90 --concerns=all -v "$dir/tiles.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: right_end: proved' "$dir/out" || { cat "$dir/out"; exit 1; }
[ "$(grep -c "kernel: wrong_[a-z]*: undecided (shared;" "$dir/out")" = 2 ] || { cat "$dir/out"; exit 1; }
