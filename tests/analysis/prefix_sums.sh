#!/bin/sh
# Places that a block counts with cub::BlockScan: each thread has as many of its own as it has offered,
# behind those of the threads before it. https://nvidia.github.io/cccl/cub/api/classcub_1_1BlockScan.html
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cub/cub.cuh>
#define SCAN(name, type, block, body)                                                              \
    __global__ void name(const int *in, int *out, int n)                                           \
    {                                                                                              \
        typedef cub::BlockScan<type, 256> scan;                                                    \
        __shared__ typename scan::TempStorage temp;                                                \
        __shared__ int s[4096];                                                                    \
        const int t = threadIdx.x, i = blockIdx.x * 256 + t;                                       \
        const bool keep = in[i] > 0;                                                               \
        const type flag = keep, some = in[i] & 7;                                                  \
        type at, all;                                                                              \
        body;                                                                                      \
        __syncthreads();                                                                           \
        out[i] = s[t];                                                                             \
    }                                                                                              \
    void run_##name(const int *in, int *out, int n) { name<<<16, block>>>(in, out, n); }
SCAN(right_flags, int, 256, scan(temp).ExclusiveSum(flag, at); if (keep) s[at] = t)
SCAN(right_total, int, 256, scan(temp).ExclusiveSum(flag, at, all); if (keep) s[at] = t)
SCAN(right_inclusive, int, 256, scan(temp).InclusiveSum(flag, at); if (keep) s[at - 1] = t)
SCAN(right_unsigned, unsigned, 256, scan(temp).ExclusiveSum(flag, at); if (flag) s[at] = t)
SCAN(right_counts, int, 256, scan(temp).ExclusiveSum(some, at); for (int k = 0; k < some; k++) s[at + k] = t)
SCAN(right_loop, int, 256, for (int k = 0; k < n; k++) { scan(temp).ExclusiveSum(flag, at); if (keep) s[at] = t; __syncthreads(); })
SCAN(wrong_all, int, 256, scan(temp).ExclusiveSum(flag, at); s[at] = t)
SCAN(wrong_others, int, 256, scan(temp).ExclusiveSum(flag, at); if (!keep) s[at] = t)
SCAN(wrong_inclusive, int, 256, scan(temp).InclusiveSum(flag, at); s[at - 1] = t)
SCAN(wrong_counts, int, 256, scan(temp).ExclusiveSum(some, at); for (int k = 0; k <= some; k++) s[at + k] = t)
SCAN(wrong_value, int, 256, scan(temp).ExclusiveSum(flag, at); for (int k = 0; k < some; k++) s[at + k] = t)
SCAN(wrong_half, int, 256, scan(temp).ExclusiveSum(some, at); if (some) s[at / 2] = t)
SCAN(wrong_less, int, 256, scan(temp).ExclusiveSum(flag - some, at); if (keep) s[at] = t)
SCAN(wrong_two, int, 256, scan(temp).ExclusiveSum(flag, at); __syncthreads(); scan(temp).ExclusiveSum(some, all); if (keep) s[at] = t; if (some) s[all] = t)
SCAN(right_passes, int, 256, for (int k = 0; k < n; k++) { scan(temp).ExclusiveSum(int(in[i + k] > 0), at); __syncthreads(); if (in[i + k] > 0) s[at] = t; })
CU
"$CUDASYNCLINT" --no-cache --isolated -v --min-confidence=low "$dir/k.cu" >"$dir/out" 2>&1 || true
says() { grep -q "$1" "$dir/out" || { echo "expected: $1"; cat "$dir/out"; exit 1; }; }
for name in flags total inclusive unsigned counts loop passes; do
    says "kernel: right_$name: proved .*counters stay within their types"
done
for name in all others inclusive counts value half less two; do
    says "kernel: wrong_$name: findings"
done
# Places that a block counts are no list: a wrong one is shown.
"$CUDASYNCLINT" --no-cache --isolated "$dir/k.cu" >"$dir/out" 2>&1 || true
for name in all others half less; do
    says "SCAN(wrong_$name,"
done
