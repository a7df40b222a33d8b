#!/bin/sh
# Bit-fields and unions keep what is stored in them: the field alone changes, a wider number is made of its parts, and
# a part of a wider number is read (C++ [class.bit]; the Itanium C++ ABI counts bits from the lowest). As in descriptions of
# operands of the tensor core: an address of 14 bits, the stride beside it, and all of it as one number.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cstdint>
union word {
    uint64_t all;
    uint32_t half[2];
    struct {
        uint16_t place : 14, : 2;
        uint16_t step : 14, : 2;
        uint8_t : 4, low : 3, : 1;
        int8_t below : 5, : 3;
        uint16_t rest;
    } part;
};
__device__ word make(unsigned place, int below)
{
    word w;
    w.all = 0;
    w.part.place = place;
    w.part.low = 5;
    w.part.step = 3;
    w.part.below = below;
    return w;
}
#define KERNEL(name, place, index)                                                                 \
    __global__ void name(int *out, int n)                                                          \
    {                                                                                              \
        __shared__ int s[512];                                                                     \
        word w = make(place, -1);                                                                  \
        s[(index) & 511] = threadIdx.x;                                                                   \
        __syncthreads();                                                                           \
        out[threadIdx.x] = s[threadIdx.x];                                                         \
    }
KERNEL(right_field, threadIdx.x, w.part.place)
KERNEL(right_all, threadIdx.x, w.all)
KERNEL(right_half, threadIdx.x, w.half[0])
KERNEL(right_low, threadIdx.x, threadIdx.x * 2 + (w.part.low == 5 ? 0 : threadIdx.x % 2))
KERNEL(right_sign, threadIdx.x, threadIdx.x - w.part.below)
KERNEL(right_beside, threadIdx.x, (w.half[0] = (w.half[0] & 0xffff0000u) | threadIdx.x * 2, w.part.place))
KERNEL(wrong_field, threadIdx.x, w.part.step + threadIdx.x / 2)
KERNEL(wrong_all, threadIdx.x, w.all >> 1)
KERNEL(wrong_mask, threadIdx.x << 14, w.part.place + n)
KERNEL(wrong_half, threadIdx.x, w.half[1] + n)
KERNEL(wrong_low, threadIdx.x, threadIdx.x * (w.part.low - 5) + n)
KERNEL(wrong_sign, threadIdx.x, threadIdx.x * (w.part.below + 1) + n)
KERNEL(wrong_beside, threadIdx.x, (w.half[0] = threadIdx.x << 16, w.part.place + n))
__global__ void right_loop(int *out, int n)
{
    __shared__ int s[512];
    word w = make(threadIdx.x, 0);
    for (int i = 0; i < n; i++)
        w.part.step = i;
    s[w.part.below + threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void wrong_loop(int *out, int n)
{
    __shared__ int s[512];
    word w = make(threadIdx.x, 0);
    for (int i = 0; i < n; i++)
        w.part.place = i;
    s[w.part.place & 511] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void wrong_arm(int *out, int n)
{
    __shared__ int s[512];
    word w = make(threadIdx.x, 0);
    if (n > 3)
        w.part.place = 7;
    s[w.all & 511] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
#define RUN(name) name<<<1, 256>>>(out, n);
void run(int *out, int n)
{
    RUN(right_field) RUN(right_all) RUN(right_half) RUN(right_low) RUN(right_sign) RUN(right_beside) RUN(right_loop)
    RUN(wrong_field) RUN(wrong_all) RUN(wrong_mask) RUN(wrong_half) RUN(wrong_low) RUN(wrong_sign) RUN(wrong_beside)
    RUN(wrong_loop) RUN(wrong_arm)
}
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
count() { [ "$(grep -c "kernel: $1" "$dir/out")" = "$2" ] || { cat "$dir/out"; exit 1; }; }
count 'wrong_[a-z]*: proved' 0
count 'right_[a-z]*: proved' 7
count 'wrong_[a-z]*: findings' 7
