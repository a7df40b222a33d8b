#!/bin/sh
# A persistent kernel of warp groups: one elected lane fills a ring of stages, two groups multiply what is there through
# descriptors whose words lane 0 gives to its warp, lane 0 of each warp gives the stage back behind the wait for the tensor
# core, and two threads store each tile in bulk out of memory that all fill between two named barriers.
# PTX ISA: "mbarrier", "wgmma.wait_group", "cp.async.bulk.wait_group", "bar, barrier", "elect.sync". Wrong ones differ in one place.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp tests/analysis/constructs/prelude.cuh "$dir"
cat >"$dir/k.cu" <<'CU'
#include "prelude.cuh"
#define MMA(d, a, b)                                                                                                   \
    ASM("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"                   \
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b))
__device__ u64 describe(const void *p)
{
    return ((u64)__cvta_generic_to_shared(p) & 0x3ffff) >> 4 | (u64)(128 >> 4) << 16 | (u64)(256 >> 4) << 32;
}
#define BAR ASM("bar.sync 1, 256;" ::);
#define NEXT if (++s == 3) { s = 0; p ^= 1; }
#define GIVE if (t % 32 == 0) ARRIVE(empty[s]);
#define KERNEL(name, COUNT, PARITY, BYTES, STAGE, DONE, RELEASE, READ, FIRST, FENCE, SECOND, LAST)                     \
    __global__ void __launch_bounds__(384) name(float *o, const int *in, int tiles)                                    \
    {                                                                                                                  \
        const int t = threadIdx.x;                                                                                     \
        int s = 0;                                                                                                     \
        unsigned p = 0;                                                                                                \
        __shared__ alignas(128) int a[3][512], b[3][64];                                                               \
        __shared__ alignas(128) float d[256];                                                                          \
        __shared__ u64 full[3], empty[3];                                                                              \
        if (t < 3) { INIT(full[t], 1); INIT(empty[t], COUNT); }                                                        \
        __syncthreads();                                                                                               \
        if (t >= 256) {                                                                                                \
            if (t / 32 == 10 && elect()) {                                                                             \
                for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)                                           \
                    for (int k = 0; k < 8; k++) {                                                                      \
                        WAIT(empty[s], PARITY);                                                                        \
                        LOAD(a[s], in + (tile * 8 + k) * 512, 2048, full[s]);                                          \
                        LOAD(b[s], in + k * 64, 256, full[s]);                                                         \
                        EXPECT(full[s], BYTES);                                                                        \
                        NEXT                                                                                           \
                    }                                                                                                  \
            }                                                                                                          \
        } else {                                                                                                       \
            const u64 da = describe(a[0]), db = describe(b[0]);                                                        \
            const unsigned low_a = __shfl_sync(~0u, (unsigned)da, 0), low_b = __shfl_sync(~0u, (unsigned)db, 0);       \
            for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {                                             \
                float v[4] = {};                                                                                       \
                for (int k = 0; k < 8; k++) {                                                                          \
                    WAIT(full[s], p);                                                                                  \
                    ASM("wgmma.fence.sync.aligned;" ::);                                                               \
                    MMA(v, da >> 32 << 32 | low_a + (STAGE) * 128, db >> 32 << 32 | low_b + s * 16);                   \
                    ASM("wgmma.commit_group.sync.aligned;" ::);                                                        \
                    DONE RELEASE                                                                                       \
                    NEXT                                                                                               \
                }                                                                                                      \
                READ FIRST                                                                                             \
                d[t] = v[0];                                                                                           \
                FENCE SECOND                                                                                           \
                if (t < 2) { STORE(o + (tile * 2 + t) * 128, d[t * 128], 512); COMMIT(); }                             \
                __syncwarp();                                                                                          \
            }                                                                                                          \
            LAST                                                                                                       \
        }                                                                                                              \
    }
#define ALL ASM("wgmma.wait_group.sync.aligned 0;" ::);
#define BUT_ONE ASM("wgmma.wait_group.sync.aligned 1;" ::);
#define IS_READ if (t < 2) WAITR(0);
KERNEL(right, 8, p ^ 1, 2304, s, ALL, GIVE, IS_READ, BAR, PROXY();, BAR, IS_READ)
KERNEL(wrong_count, 7, p ^ 1, 2304, s, ALL, GIVE, IS_READ, BAR, PROXY();, BAR, IS_READ)
KERNEL(wrong_count_more, 9, p ^ 1, 2304, s, ALL, GIVE, IS_READ, BAR, PROXY();, BAR, IS_READ)
KERNEL(wrong_phase, 8, p, 2304, s, ALL, GIVE, IS_READ, BAR, PROXY();, BAR, IS_READ)
KERNEL(wrong_bytes, 8, p ^ 1, 2048, s, ALL, GIVE, IS_READ, BAR, PROXY();, BAR, IS_READ)
KERNEL(wrong_stage, 8, p ^ 1, 2304, (s + 1) % 3, ALL, GIVE, IS_READ, BAR, PROXY();, BAR, IS_READ)
KERNEL(wrong_done, 8, p ^ 1, 2304, s, BUT_ONE, GIVE, IS_READ, BAR, PROXY();, BAR, IS_READ)
KERNEL(wrong_never_done, 8, p ^ 1, 2304, s, , GIVE, IS_READ, BAR, PROXY();, BAR, IS_READ)
KERNEL(wrong_release, 8, p ^ 1, 2304, s, GIVE, ALL, IS_READ, BAR, PROXY();, BAR, IS_READ)
KERNEL(wrong_lanes, 8, p ^ 1, 2304, s, ALL, ARRIVE(empty[s]);, IS_READ, BAR, PROXY();, BAR, IS_READ)
KERNEL(wrong_read, 8, p ^ 1, 2304, s, ALL, GIVE, , BAR, PROXY();, BAR, IS_READ)
KERNEL(wrong_read_one, 8, p ^ 1, 2304, s, ALL, GIVE, if (t < 1) WAITR(0);, BAR, PROXY();, BAR, IS_READ)
KERNEL(wrong_read_less, 8, p ^ 1, 2304, s, ALL, GIVE, if (t < 2) WAITR(1);, BAR, PROXY();, BAR, IS_READ)
KERNEL(wrong_read_late, 8, p ^ 1, 2304, s, ALL, GIVE, BAR, IS_READ, PROXY();, BAR, IS_READ)
KERNEL(wrong_first, 8, p ^ 1, 2304, s, ALL, GIVE, IS_READ, , PROXY();, BAR, IS_READ)
KERNEL(wrong_fence, 8, p ^ 1, 2304, s, ALL, GIVE, IS_READ, BAR, , BAR, IS_READ)
KERNEL(wrong_second, 8, p ^ 1, 2304, s, ALL, GIVE, IS_READ, BAR, PROXY();, , IS_READ)
KERNEL(wrong_last, 8, p ^ 1, 2304, s, ALL, GIVE, IS_READ, BAR, PROXY();, BAR, )
#define RUN(name) name<<<132, 384>>>(o, in, tiles);
void run(float *o, const int *in, int tiles)
{
    RUN(right) RUN(wrong_count) RUN(wrong_count_more) RUN(wrong_phase) RUN(wrong_bytes) RUN(wrong_stage) RUN(wrong_done)
    RUN(wrong_never_done) RUN(wrong_release) RUN(wrong_lanes) RUN(wrong_read) RUN(wrong_read_one) RUN(wrong_read_less)
    RUN(wrong_read_late) RUN(wrong_first) RUN(wrong_fence) RUN(wrong_second) RUN(wrong_last)
}
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache -v --arch=sm_90a "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: right: proved (barriers, warps, shared, global in a block, async' "$dir/out" || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: wrong_[a-z_]*: findings' "$dir/out")" = 17 ] || { cat "$dir/out"; exit 1; }
