#!/bin/sh
# std::bit_cast keeps the bits: of one value it makes one value, of several it makes several.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <bit>
#include <cstdint>
#include <cuda_bf16.h>
constexpr float one = std::bit_cast<float>(0x3f800000u);
static_assert(one == 1.f);
struct zero {
    template <typename T> __device__ static constexpr T op(T) { return std::bit_cast<T>(uint16_t(0)); }
};
#define KERNEL(name, T, value)                                                                     \
    __global__ void name(T *out)                                                                   \
    {                                                                                              \
        __shared__ T s[32];                                                                        \
        s[threadIdx.x % 32] = value;                                                               \
        __syncthreads();                                                                           \
        out[threadIdx.x] = s[threadIdx.x % 32];                                                    \
    }
KERNEL(same_number, unsigned, std::bit_cast<unsigned>(1.f))
KERNEL(same_class, __nv_bfloat16, zero::op(s[threadIdx.x % 32]))
KERNEL(other_number, unsigned, std::bit_cast<unsigned>((float)threadIdx.x))
KERNEL(other_class, __nv_bfloat16, std::bit_cast<__nv_bfloat16>((uint16_t)threadIdx.x))
void run(unsigned *u, __nv_bfloat16 *b)
{
    same_number<<<1, 64>>>(u);
    same_class<<<1, 64>>>(b);
    other_number<<<1, 64>>>(u);
    other_class<<<1, 64>>>(b);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" -- -std=c++20 >"$dir/out" 2>&1 || true
says() { grep -q "$1" "$dir/out" || { cat "$dir/out"; exit 1; }; }
says ':17:1: note: several threads write the same value'
says 'note: and 1 more place: line 18; also in `same_class`'
says ':19:1: error: race on `s`'
says 'note: and 1 more place: line 20; also in `other_class`'
[ "$(grep -c ': error:' "$dir/out")" = 1 ] || { cat "$dir/out"; exit 1; }
