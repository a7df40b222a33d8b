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

# The same, and the thread's place in its block, as cuda::ptx spells them.
# https://nvidia.github.io/cccl/libcudacxx/ptx/instructions/elect_sync.html, .../special_registers.html
cat >"$dir/ptx.cu" <<'CU'
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void right_one(unsigned *out)
{
    if (ptx::get_sreg_tid_x() < 32 && ptx::elect_sync(~0u))
        out[ptx::get_sreg_ctaid_x()] = ptx::get_sreg_smid();
}
__global__ void wrong_one_of_each_warp(unsigned *out)
{
    if (ptx::elect_sync(~0u))
        out[ptx::get_sreg_ctaid_x()] = ptx::get_sreg_tid_x();
}
__global__ void right_lanes(unsigned *out)
{
    __shared__ unsigned s[32];
    s[ptx::get_sreg_laneid()] = ptx::get_sreg_clock();
    __syncwarp();
    out[ptx::get_sreg_tid_x()] = s[31 - ptx::get_sreg_laneid()];
}
__global__ void wrong_lanes(unsigned *out)
{
    __shared__ unsigned s[32];
    s[ptx::get_sreg_laneid()] = ptx::get_sreg_clock();
    out[ptx::get_sreg_tid_x()] = s[31 - ptx::get_sreg_laneid()];
}
void run(unsigned *out)
{
    right_one<<<8, 256>>>(out);
    wrong_one_of_each_warp<<<8, 256>>>(out);
    right_lanes<<<1, 32>>>(out);
    wrong_lanes<<<1, 32>>>(out);
}
CU
"$CUDASYNCLINT" --no-cache -v --arch=sm_90 "$dir/ptx.cu" >"$dir/out" 2>&1 || true
[ "$(grep -c 'kernel: right_[a-z_]*: proved' "$dir/out")" = 2 ] || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: wrong_[a-z_]*: findings' "$dir/out")" = 2 ] || { cat "$dir/out"; exit 1; }
