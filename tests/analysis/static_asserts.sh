#!/bin/sh
# What a template asserts of its arguments holds in each of its instances, where nothing instantiates
# it too. It keeps no thread away: a block is no larger than an array that all its threads fill behind
# it. An assertion under a condition holds there only.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/asserts.cu" <<'CU'
#include <cassert>
#define ASSERT(holds, ...) static_assert(holds, ##__VA_ARGS__)
#define KERNEL(name, before, condition, reader)                                                    \
    template <int N, int M, typename T> __global__ void name(T *p, int n, int m)                   \
    {                                                                                              \
        before;                                                                                    \
        __shared__ T s[128];                                                                       \
        condition s[threadIdx.x] = p[threadIdx.x];                                                 \
        if (threadIdx.x / 32 < N / 32)                                                             \
            __syncthreads();                                                                       \
        p[threadIdx.x] = s[reader];                                                                \
    }
KERNEL(right_equal, static_assert(N == 128, "all warps"), , 127 - threadIdx.x)
KERNEL(right_macro, ASSERT(N == 128, "all warps"), , 127 - threadIdx.x)
KERNEL(right_parts, static_assert(sizeof(T) == 4 && N % 128 == 0 and N > 0 && M < N, ""), , 127 - threadIdx.x)
KERNEL(right_constant, constexpr int warps = N / 32; static_assert(warps == 4, ""), , 127 - threadIdx.x)
KERNEL(right_runtime, static_assert(N == 128, ""); assert(n > 4), if (n > 4), 127 - threadIdx.x)
KERNEL(wrong_number, static_assert(N == 64, ""), , 127 - threadIdx.x)
KERNEL(wrong_argument, static_assert(M == 128, ""), , 127 - threadIdx.x)
KERNEL(wrong_type, static_assert(sizeof(T) == 128, ""), , 127 - threadIdx.x)
KERNEL(wrong_arm, if constexpr (M == 1) static_assert(N == 128, ""), , 127 - threadIdx.x)
KERNEL(wrong_either, static_assert(N == 128 || M == 128, ""), , 127 - threadIdx.x)
KERNEL(wrong_where, static_assert(N == 128, ""); if (m) assert(n > 4), if (n > 4), threadIdx.x % 128)
CU
"$CUDASYNCLINT" --no-cache -v --min-confidence=low "$dir/asserts.cu" >"$dir/out" 2>&1 || true
[ "$(grep -c 'kernel: right_[a-z]*: proved (barriers, shared, global in a block) for every block of at most 128' "$dir/out")" = 5 ] ||
    { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: wrong_[a-z]*: findings' "$dir/out")" = 6 ] || { cat "$dir/out"; exit 1; }
