#!/bin/sh
# Tiles in dynamic shared memory whose place is counted from the lane in numbers that may wrap: they are apart by what
# divides all of them, twos of which wrapping keeps, so a tensor copy reaches to the next one and no further.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/tiles.cu" <<'CU'
#include <cuda.h>
__device__ void store(const CUtensorMap *map, unsigned from)
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %2}], [%1];" ::"l"(map),
                 "r"(from), "r"(0) : "memory");
}
#define KERNEL(name, sync, step, other, ending)                                                    \
    __global__ void name(const __grid_constant__ CUtensorMap map)                                  \
    {                                                                                              \
        extern __shared__ __align__(1024) float tile[];                                            \
        const int t = threadIdx.x, lane = t % 32;                                                  \
        tile[t] = 1;                                                                               \
        sync;                                                                                      \
        const unsigned from = (unsigned)__cvta_generic_to_shared(tile);                            \
        for (int w = 0; w < 4 && t < 32; w++)                                                      \
            for (int i = lane; i < 1; i += 32)                                                     \
                store(&map, from + w * 256 + i * step * sizeof(float));                            \
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");                                  \
        other;                                                                                     \
        ending;                                                                                    \
    }
#define ENDING asm volatile("cp.async.bulk.wait_group 0;" ::: "memory")
KERNEL(right_rows, __syncthreads(), 64, tile[256 + t] = 2, ENDING)
KERNEL(wrong_early, , 64, tile[256 + t] = 2, ENDING)
KERNEL(wrong_row, __syncthreads(), 64, tile[192 + t] = 2, ENDING)
KERNEL(wrong_odd, __syncthreads(), 3, tile[256 + t] = 2, ENDING)
KERNEL(wrong_end, __syncthreads(), 64, tile[256 + t] = 2, )
void run(CUtensorMap map)
{
    right_rows<<<1, 256, 32768>>>(map);
    wrong_early<<<1, 256, 32768>>>(map);
    wrong_row<<<1, 256, 32768>>>(map);
    wrong_odd<<<1, 256, 32768>>>(map);
    wrong_end<<<1, 256, 32768>>>(map);
}
CU
"$CUDASYNCLINT" --no-cache --arch=sm_90 --concerns=all -v --min-confidence=low "$dir/tiles.cu" >"$dir/out" 2>&1 || true
fail() { echo "$1"; cat "$dir/out"; exit 1; }
grep -q 'kernel: right_rows: proved' "$dir/out" || fail right
grep -q 'kernel: wrong_[a-z]*: proved' "$dir/out" && fail wrong
for k in early row; do
    grep -q "kernel: wrong_$k: findings" "$dir/out" || fail "$k"
done
