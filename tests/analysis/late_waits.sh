#!/bin/sh
# Threads that wait at a barrier object behind a loop, in the rounds of which others have waited: a named barrier brings
# them there, so they wait for the last phase. It is not told as the parity of another one; that of a thread
# that has waited in the rounds is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp tests/analysis/constructs/prelude.cuh "$dir"
cat >"$dir/k.cu" <<'CU'
#include "prelude.cuh"
#define KERNEL(name, late)                                                                         \
    __global__ void name(int *o, const int *in, int n)                                             \
    {                                                                                              \
        __shared__ int s[128];                                                                     \
        __shared__ u64 ready;                                                                      \
        int t = threadIdx.x, toc = 1;                                                              \
        if (t == 0) INIT(ready, 1);                                                                \
        __syncthreads();                                                                           \
        if (t >= 256) {                                                                            \
            for (int i = 0; i < n; i++) {                                                          \
                ASM("bar.sync 2, 160;" ::);                                                        \
                if (t == 256) ARRIVE(ready);                                                       \
            }                                                                                      \
        } else if (t < 128) {                                                                      \
            for (int i = 0; i < n; i++, toc ^= 1) {                                                \
                WAIT(ready, toc);                                                                  \
                ASM("bar.sync 2, 160;" ::);                                                        \
            }                                                                                      \
            ASM("bar.sync 1, 256;" ::);                                                            \
            WAIT(ready, late);                                                                     \
        } else {                                                                                   \
            for (int i = 0; i < n; i++)                                                            \
                toc ^= 1;                                                                          \
            ASM("bar.sync 1, 256;" ::);                                                            \
            WAIT(ready, toc);                                                                      \
        }                                                                                          \
    }
KERNEL(right, toc)
KERNEL(wrong, toc ^ 1)
void run(int *o, const int *in, int n)
{
    right<<<1, 288>>>(o, in, n);
    wrong<<<1, 288>>>(o, in, n);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v --arch=sm_90 "$dir/k.cu" >"$dir/out" 2>&1 || true
if grep -q 'k.cu:29:.*phase-mismatch' "$dir/out" || ! grep -q 'k.cu:30:.*phase-mismatch' "$dir/out"; then
    cat "$dir/out"
    exit 1
fi
