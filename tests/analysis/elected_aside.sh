#!/bin/sh
# An election whose outcome nothing depends on (it prefetches) says nothing of the lanes that wait for each other elsewhere:
# lanes but the first wait for a phase that no one ends. PTX ISA, "elect.sync", "mbarrier.try_wait".
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp tests/analysis/constructs/prelude.cuh "$dir"
cat >"$dir/k.cu" <<'CU'
#include "prelude.cuh"
#define KERNEL(name, WAITS)                                                                                            \
    __global__ void name(int *o, const int *in)                                                                        \
    {                                                                                                                  \
        const int t = threadIdx.x;                                                                                     \
        __shared__ u64 b;                                                                                              \
        __shared__ alignas(16) int s[32];                                                                              \
        if (t / 32 == 1 && elect())                                                                                    \
            ASM("prefetch.global.L2 [%0];" ::"l"(in));                                                                 \
        if (t == 0)                                                                                                    \
            INIT(b, 1);                                                                                                \
        __syncthreads();                                                                                               \
        if (t / 32 == 1 && elect()) {                                                                                  \
            EXPECT(b, 128);                                                                                            \
            LOAD(s, in, 128, b);                                                                                       \
        }                                                                                                              \
        if (t < 32) {                                                                                                  \
            WAIT(b, 0);                                                                                                \
            WAITS o[t] = s[31 - t];                                                                                    \
        }                                                                                                              \
    }
KERNEL(right, )
KERNEL(wrong, if (t) WAIT(b, 1);)
KERNEL(wrong_first, if (t == 0) WAIT(b, 1);)
KERNEL(wrong_all, WAIT(b, 1);)
void run(int *o, const int *in)
{
    right<<<1, 64>>>(o, in);
    wrong<<<1, 64>>>(o, in);
    wrong_first<<<1, 64>>>(o, in);
    wrong_all<<<1, 64>>>(o, in);
}
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache -v --arch=sm_90a "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: right: proved' "$dir/out" || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: wrong[a-z_]*: findings' "$dir/out")" = 3 ] || { cat "$dir/out"; exit 1; }
