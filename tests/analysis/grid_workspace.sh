#!/bin/sh
# A barrier of all blocks made by hand of what cooperative_groups keeps for its own: without a barrier
# of the block in front, thread 0 signals before the others have stored.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cooperative_groups.h>
__device__ static void all_blocks(bool together)
{
    volatile unsigned *barrier = &cooperative_groups::details::get_grid_workspace()->barrier;
    if (together)
        __syncthreads();
    if (threadIdx.x == 0) {
        const unsigned n = blockIdx.x == 0 ? 0x80000000 - (gridDim.x - 1) : 1;
        unsigned before, now;
        asm volatile("atom.add.release.gpu.u32 %0,[%1],%2;"
                     : "=r"(before) : _CG_ASM_PTR_CONSTRAINT(barrier), "r"(n) : "memory");
        do {
            asm volatile("ld.acquire.gpu.u32 %0,[%1];"
                         : "=r"(now) : _CG_ASM_PTR_CONSTRAINT(barrier) : "memory");
        } while (((before ^ now) & 0x80000000) == 0);
    }
    __syncthreads();
}
template <bool TOGETHER> __global__ void turned(float *out, float *half, const float *in, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    half[i] = in[i];
    all_blocks(TOGETHER);
    out[i] = half[n - 1 - i];
}
void run(float *out, float *half, const float *in, int n)
{
    void *args[] = {&out, &half, &in, &n};
    cudaLaunchCooperativeKernel((void *)turned<true>, n / 256, 256, args, 0, 0);
    cudaLaunchCooperativeKernel((void *)turned<false>, n / 256, 256, args, 0, 0);
}
CU
sed "/turned<false>/d" "$dir/k.cu" >"$dir/right.cu"
sed '/turned<true>/d' "$dir/k.cu" >"$dir/wrong.cu"
for file in right wrong; do
    "$CUDASYNCLINT" --no-cache --isolated --fail-on=never -v "$dir/$file.cu" >"$dir/$file" 2>&1
    ! grep -q 'missing includes or errors' "$dir/$file" || { cat "$dir/$file"; exit 1; }
done
! grep -q '\[[a-z-]*\]$' "$dir/right" || { cat "$dir/right"; exit 1; }
grep -q 'signals before the others have stored \[publish-unsynced\]$' "$dir/wrong" || { cat "$dir/wrong"; exit 1; }
