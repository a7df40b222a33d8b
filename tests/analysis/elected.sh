#!/bin/sh
# Of the lanes of a warp that elect with one mask one is chosen; of a block one in every warp.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/elect.cu" <<'CU'
#define STORE(mask) asm volatile("{ .reg .pred p; elect.sync _|p, %2; @p st.global.u32 [%0], %1; }"     \
                                 :: "l"(out), "r"(threadIdx.x), "r"(mask) : "memory")
__global__ void one_warp(unsigned *out)
{
    STORE(0xffffffffu);
}
__global__ void two_warps(unsigned *out)
{
    STORE(0xffffffffu);
}
__global__ void two_halves(unsigned *out)
{
    STORE(threadIdx.x < 16 ? 0xffffu : 0xffff0000u);
}
void run(unsigned *out)
{
    one_warp<<<1, 32>>>(out);
    two_warps<<<1, 64>>>(out);
    two_halves<<<1, 32>>>(out);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/elect.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: one_warp: proved' "$dir/out" || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: two_[a-z]*: proved' "$dir/out")" = 0 ] || { cat "$dir/out"; exit 1; }
