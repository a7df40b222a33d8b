#!/bin/sh
# Copies that outlive the block, and stages that are released late (constructs/copy_slips.txt): right
# ones are proved, all slips are found.
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=copy_slips

# The stage that is released is carried along, which is not followed: then nothing is said of what the
# tensor core still reads there.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp tests/analysis/constructs/prelude.cuh "$dir"
cat >"$dir/k.cu" <<'CU'
#include "prelude.cuh"
static __device__ inline u64 described(const void *p) { return (u64)((unsigned)__cvta_generic_to_shared(p) & 0x3ffff) >> 4 | 1ull << 16 | 8ull << 32 | 1ull << 46; }
__global__ void k(float *o, const int *in, int n)
{
    __shared__ alignas(1024) int s[3][1024];
    __shared__ u64 full[3], empty[3];
    int t = threadIdx.x, last = -1;
    if (t < 3) { INIT(full[t], 1); INIT(empty[t], 128); }
    __syncthreads();
    float d[4] = {};
    if (t == 128) {
        for (int i = 0; i < n; i++) {
            WAIT(empty[i % 3], (i / 3 & 1) ^ 1);
            EXPECT(full[i % 3], 4096);
            LOAD(s[i % 3], in + i * 1024, 4096, full[i % 3]);
        }
    } else if (t < 128) {
        for (int i = 0; i < n; i++) {
            WAIT(full[i % 3], i / 3 & 1);
            ASM("wgmma.fence.sync.aligned;" ::);
            ASM("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(described(s[i % 3])), "l"(described(s[i % 3] + 512)));
            ASM("wgmma.commit_group.sync.aligned;" ::);
            ASM("wgmma.wait_group.sync.aligned 1;" ::);
            if (last >= 0) ARRIVE(empty[last]);
            last = i % 3;
        }
        ASM("wgmma.wait_group.sync.aligned 0;" ::);
        o[t] = d[0];
    }
}
void run(float *o, const int *in, int n) { k<<<1, 160>>>(o, in, n); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v --arch=sm_90 "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q ': kernel: k: undecided' "$dir/out" || { cat "$dir/out"; exit 1; }
