#!/bin/sh
# Rings of stages and named barriers that are used at different rates: eight stages and one or two barriers for each tile.
# PTX ISA, "mbarrier" and "bar, barrier": none of those who wait for each other waits for ever, if each waits for something
# that is earlier in the order of tiles and, within one, of stages. Wrong: a barrier before the ring that others come to behind it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp tests/analysis/constructs/prelude.cuh "$dir"
cat >"$dir/k.cu" <<'CU'
#include "prelude.cuh"
#define BAR(n) ASM("bar.sync 1, %0;" ::"n"(n))
#define NEXT if (++k == 3) { k = 0; p ^= 1; }
#define KERNEL(name, BEFORE, BEHIND, RELEASE, EPILOGUE)                                                        \
    __global__ void name(int *o, const int *in, int n)                                                         \
    {                                                                                                          \
        int t = threadIdx.x, k = 0;                                                                            \
        unsigned p = 0;                                                                                        \
        __shared__ int s[3][32], d[96];                                                                        \
        __shared__ u64 full[3], empty[3];                                                                      \
        if (t < 3) { INIT(full[t], 32); INIT(empty[t], 96); }                                                  \
        __syncthreads();                                                                                       \
        if (t < 32) {                                                                                          \
            for (int tile = blockIdx.x; tile < n; tile += gridDim.x) {                                         \
                BEFORE                                                                                         \
                for (int i = 0; i < 8; i++) {                                                                  \
                    WAIT(empty[k], p ^ 1); s[k][t] = in[(tile * 8 + i) * 32 + t]; ARRIVE(full[k]); NEXT        \
                }                                                                                              \
                BEHIND                                                                                         \
            }                                                                                                  \
        } else {                                                                                               \
            for (int tile = blockIdx.x; tile < n; tile += gridDim.x) {                                         \
                int v = 0;                                                                                     \
                for (int i = 0; i < 8; i++) {                                                                  \
                    WAIT(full[k], p); v += s[k][t % 32]; RELEASE NEXT                                          \
                }                                                                                              \
                EPILOGUE                                                                                       \
            }                                                                                                  \
        }                                                                                                      \
    }
#define RELEASED ARRIVE(empty[k]);
#define STORED d[t - 32] = v;
#define READ o[tile * 128 + t] = d[127 - t];
KERNEL(right_epilogue, , , RELEASED, BAR(96); STORED BAR(96); READ)
KERNEL(right_both, , BAR(128);, RELEASED, BAR(128); o[tile * 128 + t] = v;)
KERNEL(wrong_before, BAR(128);, , RELEASED, o[tile * 128 + t] = v; BAR(128); )
KERNEL(wrong_order, BAR(128);, , RELEASED, BAR(128); o[tile * 128 + t] = v;)
KERNEL(wrong_behind, , BAR(128); BAR(128);, RELEASED, BAR(128); o[tile * 128 + t] = v;)
KERNEL(wrong_release, , BAR(128);, if (i) RELEASED, BAR(128); o[tile * 128 + t] = v;)
KERNEL(wrong_late_release, , , , BAR(96); STORED BAR(96); READ for (int i = 0; i < 8; i++) RELEASED)
KERNEL(wrong_store, , , RELEASED, BAR(96); STORED READ)
void run(int *o, const int *in, int n)
{
    right_epilogue<<<8, 128>>>(o, in, n);
    right_both<<<8, 128>>>(o, in, n);
    wrong_before<<<8, 128>>>(o, in, n);
    wrong_order<<<8, 128>>>(o, in, n);
    wrong_behind<<<8, 128>>>(o, in, n);
    wrong_release<<<8, 128>>>(o, in, n);
    wrong_late_release<<<8, 128>>>(o, in, n);
    wrong_store<<<8, 128>>>(o, in, n);
}
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache -v --arch=sm_80 "$dir/k.cu" >"$dir/out" 2>&1 || true
count() { [ "$(grep -c "kernel: $1" "$dir/out")" = "$2" ] || { cat "$dir/out"; exit 1; }; }
count 'wrong_[a-z_]*: proved' 0
count 'right_[a-z_]*: proved' 2
