#!/bin/sh
# A tensor copy whose destination is named as an object of a class brings no more than that: what is
# expected beside it has to come from somewhere else. PTX ISA, "cp.async.bulk.tensor",
# "mbarrier.expect_tx": a phase ends when all bytes that are expected have come.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# tiles NAME EXPECTED COPIES: of two tiles in dynamic shared memory, both are read
tiles() {
    cat <<CU
#include <cuda.h>
struct tile {
    float data[1024];
};
static __device__ void load(tile &to, const CUtensorMap &map, int x, unsigned long long &object)
{
    unsigned target = static_cast<unsigned>(__cvta_generic_to_shared(&to));
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2}], [%3];" ::"r"(target), "l"(&map), "r"(x),
                 "r"((unsigned)__cvta_generic_to_shared(&object)) : "memory");
}
__global__ void $1(const __grid_constant__ CUtensorMap map, float *out)
{
    extern __shared__ int memory[];
    __shared__ unsigned long long b;
    tile &first = *(tile *)memory, &second = *(tile *)(memory + 1024);
    const int t = threadIdx.x;
    const unsigned object = (unsigned)__cvta_generic_to_shared(&b);
    if (t == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(object) : "memory");
    __syncthreads();
    if (t == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(object), "r"((int)($2)) : "memory");
        $3
    }
    asm volatile("{ .reg .pred p; L%=: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra L%=; }" ::"r"(object) : "memory");
    for (int i = t; i < 1024; i += 128)
        out[blockIdx.x * 1024 + i] = first.data[i] + second.data[i];
}
void run_$1(CUtensorMap map, float *out) { $1<<<8, 128, 8192>>>(map, out); }
CU
}

# judge WHAT KERNEL: it is proved, or it is not ("open")
judge() {
    cat >"$dir/$2.cu"
    "$CUDASYNCLINT" --no-cache -v --arch=sm_90 "$dir/$2.cu" >"$dir/out" 2>&1 || true
    verdict=open
    ! grep -q "kernel: $2: proved" "$dir/out" || verdict=proved
    { [ "$verdict" = "$1" ] && grep -q "kernel: $2: [pfu]" "$dir/out"; } || { echo "$2: not $1"; cat "$dir/out"; exit 1; }
}

both='load(first, map, 0, b); load(second, map, 1, b);'
tiles right_both '2 * sizeof(tile)' "$both" | judge proved right_both
tiles wrong_one_expected 'sizeof(tile)' "$both" | judge open wrong_one_expected
tiles wrong_one_copied '2 * sizeof(tile)' 'load(first, map, 0, b);' | judge open wrong_one_copied
tiles wrong_three_expected '3 * sizeof(tile)' "$both" | judge open wrong_three_expected

# What is no object of a class, or lies inside one, says nothing of the tile: it may be one for both.
tiles right_one_tile '2 * sizeof(tile)' 'load(first, map, 0, b);' |
    sed 's/__cvta_generic_to_shared(&to)/__cvta_generic_to_shared(to.data)/' | judge proved right_one_tile
