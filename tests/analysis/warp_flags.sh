#!/bin/sh
# Flags in shared memory of which each warp has one, kept by barriers of the warp: all its lanes read
# the same, and leave a loop by it together.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, FLAG, BEFORE, MIDDLE, AFTER)                                                  \
    __global__ void name(const int *in, int *out, int n)                                           \
    {                                                                                              \
        __shared__ int found[8], tile[8];                                                          \
        const int w = threadIdx.x / 32, lane = threadIdx.x % 32;                                   \
        if (lane == 0)                                                                             \
            found[w] = tile[w] = 0;                                                                \
        BEFORE;                                                                                    \
        while (!FLAG) {                                                                            \
            int v = in[tile[w] + lane];                                                            \
            MIDDLE;                                                                                \
            if (lane == 31) {                                                                      \
                if (v > n)                                                                         \
                    FLAG = 1;                                                                      \
                else                                                                               \
                    tile[w] += 32;                                                                 \
            }                                                                                      \
            AFTER;                                                                                 \
        }                                                                                          \
        out[threadIdx.x] = tile[w];                                                                \
    }
#define SYNC __syncwarp()
KERNEL(right_flags, found[w], SYNC, SYNC, SYNC)
KERNEL(right_shuffle, found[w], SYNC, SYNC; v = __shfl_up_sync(~0u, v, 1), SYNC)
KERNEL(right_twice, found[w], SYNC, SYNC; v += tile[w]; SYNC, SYNC)
KERNEL(wrong_before, found[w], , SYNC, SYNC)
KERNEL(wrong_middle, found[w], SYNC, , SYNC)
KERNEL(wrong_after, found[w], SYNC, SYNC, )
KERNEL(wrong_warp, found[w ^ 1], SYNC, SYNC, SYNC)
KERNEL(wrong_block, found[0], SYNC, SYNC, SYNC)
KERNEL(wrong_half, found[w], SYNC, if (lane < 16) __syncwarp(0xffff), SYNC)
KERNEL(wrong_break, found[w], SYNC, if (v < 0) break; SYNC, SYNC)
KERNEL(wrong_skip, found[w], SYNC, if (v < 0) continue; SYNC, SYNC)
KERNEL(wrong_store, found[w], SYNC, SYNC; if (v < 0) found[w] = lane, SYNC; if (v == 7) found[w] = 0)
#define RUN(name) name<<<1, 128>>>(in, out, n)
void run(const int *in, int *out, int n)
{
    RUN(right_flags), RUN(right_shuffle), RUN(right_twice);
    RUN(wrong_before), RUN(wrong_middle), RUN(wrong_after), RUN(wrong_warp), RUN(wrong_block);
    RUN(wrong_half), RUN(wrong_break), RUN(wrong_skip), RUN(wrong_store);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
count() { [ "$(grep -c "kernel: $1" "$dir/out")" = "$2" ] || { cat "$dir/out"; exit 1; }; }
count 'right_[a-z_]*: proved (warps, shared, global in a block)' 3
count 'wrong_[a-z_]*: proved' 0
count 'wrong_[a-z_]*: findings' 9
