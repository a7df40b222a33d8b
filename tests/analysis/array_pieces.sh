#!/bin/sh
# Each thread fills a piece of a shared array: a block for which the pieces do not fit is none that the kernel is
# launched with. What races in the largest that fits is shown.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda::wmma;
__device__ void move(void *to, const void *from)
{
    *(float4 *)to = *(const float4 *)from;
}
#define KERNEL(name, halves)                                                                       \
    __global__ void name(half *c, const half *a)                                                   \
    {                                                                                              \
        __shared__ half s[halves], r[256];                                                         \
        move(s + 8 * threadIdx.x, a + 8 * threadIdx.x);                                            \
        __syncthreads();                                                                           \
        fragment<matrix_a, 16, 16, 16, half, row_major> x;                                         \
        fragment<matrix_b, 16, 16, 16, half, col_major> y;                                         \
        fragment<accumulator, 16, 16, 16, half> z;                                                 \
        load_matrix_sync(x, s, 16);                                                                \
        load_matrix_sync(y, s, 16);                                                                \
        fill_fragment(z, 0.0f);                                                                    \
        mma_sync(z, x, y, z);                                                                      \
        for (int i = 0; i < z.num_elements; i++)                                                   \
            z.x[i] = __hadd(z.x[i], a[threadIdx.x]);                                               \
        store_matrix_sync(r, z, 16, mem_row_major);                                                \
        __syncthreads();                                                                           \
        c[threadIdx.x] = r[threadIdx.x % 256];                                                     \
    }
KERNEL(right, 256)
KERNEL(wrong, 512)
CU
"$CUDASYNCLINT" --no-cache --isolated --format=json "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
grep -q '"function": "wrong"' "$dir/out" && ! grep -q '"function": "right"' "$dir/out" || {
    "$CUDASYNCLINT" --no-cache --isolated --min-confidence=low "$dir/k.cu"
    exit 1
}
