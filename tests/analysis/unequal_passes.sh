#!/bin/sh
# One thread waits for a copy in a loop whose barriers are not the same in each pass: what the others know of the copy
# is not followed, so nothing is told, nor proved.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp tests/analysis/constructs/prelude.cuh "$dir"
cat >"$dir/k.cu" <<'CU'
#include "prelude.cuh"
#define KERNEL(name, wait)                                                                         \
    __global__ void name(int *o, const int *in, int n)                                             \
    {                                                                                              \
        const int t = threadIdx.x;                                                                 \
        __shared__ alignas(128) int s[128];                                                        \
        __shared__ u64 b;                                                                          \
        if (t == 0)                                                                                \
            INIT(b, 1);                                                                            \
        __syncthreads();                                                                           \
        for (int i = 0; i < n; i++) {                                                              \
            if (t == 0) {                                                                          \
                EXPECT(b, 512);                                                                    \
                LOAD(s, in + i * 128, 512, b);                                                     \
                wait;                                                                              \
            }                                                                                      \
            if (i == 3) {                                                                          \
                __syncthreads();                                                                   \
                continue;                                                                          \
            }                                                                                      \
            __syncthreads();                                                                       \
            o[i * 128 + t] = s[127 - t];                                                           \
            __syncthreads();                                                                       \
        }                                                                                          \
    }
KERNEL(right, WAIT(b, i & 1))
KERNEL(without_wait, (void)0)
void run(int *o, const int *in) { right<<<1, 128>>>(o, in, 8), without_wait<<<1, 128>>>(o, in, 8); }
CU
"$CUDASYNCLINT" --no-cache --isolated --arch=sm_90 -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? = 1 ]
for says in 'right: undecided' 'without_wait: undecided'; do
    grep -q "kernel: $says" "$dir/out" || { echo "expected: $says"; cat "$dir/out"; exit 1; }
done
