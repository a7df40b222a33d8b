#!/bin/sh
# Lanes combine numbers of 16 bits in pairs, alone or two in a register: all have the same value
# afterwards, which several may store. Not so where a pair is left out, where the order of the
# operands matters, or where a compiler may make one operation of a product and a sum.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define BUTTERFLY(name, type, last, next)                                                          \
    __device__ type name(type v)                                                                   \
    {                                                                                              \
        for (int m = 16; m > last; m /= 2) {                                                       \
            type o = __shfl_xor_sync(~0u, v, m);                                                   \
            v = next;                                                                              \
        }                                                                                          \
        return v;                                                                                  \
    }
BUTTERFLY(most, half, 0, __hmax(v, o))
BUTTERFLY(most_of_two, half2, 0, __hmax2(v, o))
BUTTERFLY(sum, __nv_bfloat16, 0, v + o)
BUTTERFLY(sum_of_two, half2, 0, __hadd2(v, o))
BUTTERFLY(sum_of_most, half, 1, __hadd(v, o))
BUTTERFLY(difference, half, 0, __hsub(v, o))
#define KERNEL(name, type, made, value)                                                            \
    __global__ void name(type *out, const made *in)                                                \
    {                                                                                              \
        __shared__ type s[8];                                                                      \
        made x = in[threadIdx.x], y = in[threadIdx.x + 256];                                       \
        s[threadIdx.x / 32] = value;                                                               \
        __syncthreads();                                                                           \
        out[threadIdx.x] = s[threadIdx.x % 8];                                                     \
    }                                                                                              \
    void run_ ## name(type *out, const made *in) { name<<<1, 256>>>(out, in); }
KERNEL(right_most, half, half, most(x) / half(127))
KERNEL(right_product, half, half, most(x * y))
KERNEL(right_sum, __nv_bfloat16, __nv_bfloat16, sum(x))
KERNEL(right_pair, half, half2, __hmax(most_of_two(x).x, most_of_two(y).y))
KERNEL(wrong_most, half, half, sum_of_most(x))
KERNEL(wrong_product, __nv_bfloat16, __nv_bfloat16, sum(x * y))
KERNEL(wrong_difference, half, half, difference(x))
KERNEL(wrong_part, half, half2, sum_of_two(x).x + x.y)
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
test "$(grep -c 'kernel: right_.*: proved' "$dir/out")" = 4 &&
    test "$(grep -c 'kernel: wrong_' "$dir/out")" = 4 &&
    ! grep -q 'kernel: wrong_.*: proved' "$dir/out" || { cat "$dir/out"; exit 1; }
