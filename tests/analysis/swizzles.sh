#!/bin/sh
# Tiles in dynamic shared memory whose addresses are swizzled, or stepped to the next multiple of an
# alignment: right ones are proved, of the wrong ones none is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cstdint>
template <int FIRST, int LAST> __device__ uint32_t swizzled(uint32_t base, int row, int column)
{
    uint32_t address = base + 2 * (row * 64 + column);
    return address ^ (((address % 1024) >> FIRST) << LAST);
}
__device__ uint32_t masked(uint32_t base, int row, int column)
{
    uint32_t address = base + 2 * (row * 64 + column);
    return address ^ ((address & 0x380) >> 3);
}
__device__ void put(uint32_t at, float4 v)
{
    asm volatile("st.shared.v4.f32 [%4], {%0, %1, %2, %3};" ::"f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w),
                 "r"(at));
}
__device__ float4 get(uint32_t at)
{
    float4 v;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "r"(at));
    return v;
}
#define TILE(name, place, barrier)                                                                 \
    __global__ void name(const float4 *in, float4 *out)                                            \
    {                                                                                              \
        extern __shared__ __align__(1024) int4 shm[];                                              \
        uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(&shm[0]));                  \
        for (int i = 0; i < 4; i++) {                                                              \
            int k = i * 128 + threadIdx.x;                                                         \
            put(place(base, k / 8, k * 8 % 64), in[k]);                                            \
        }                                                                                          \
        barrier;                                                                                   \
        out[threadIdx.x] = get(place(base, threadIdx.x % 64, threadIdx.x / 64 * 8));               \
    }
TILE(right_swizzle, (swizzled<7, 4>), __syncthreads())
TILE(right_mask, masked, __syncthreads())
TILE(wrong_no_barrier, (swizzled<7, 4>), )
TILE(wrong_shift, (swizzled<7, 3>), __syncthreads()) /* threads write half of each other's */

struct place {
    int *at;
    __device__ int *take(int ints)
    {
        uint64_t p = reinterpret_cast<uint64_t>(at);
        if (p % 128 != 0)
            at = (int *)(p + (128 - p % 128));
        int *taken = at;
        at += ints;
        return taken;
    }
    __device__ int *take_rounded(int ints)
    {
        at = (int *)(((uint64_t)at + 127) & ~(uint64_t)127);
        int *taken = at;
        at += ints;
        return taken;
    }
};
#define REGIONS(name, call, ints, barrier)                                                         \
    __global__ void name(const int *in, int *out)                                                  \
    {                                                                                              \
        extern __shared__ int all[];                                                               \
        place p{&all[0]};                                                                          \
        int *one = p.call(ints), *two = p.call(100);                                               \
        if (threadIdx.x < 100) {                                                                   \
            one[threadIdx.x] = in[threadIdx.x];                                                    \
            barrier;                                                                               \
            two[threadIdx.x] = one[threadIdx.x];                                                   \
        }                                                                                          \
        __syncthreads();                                                                           \
        out[threadIdx.x] = two[99 - threadIdx.x % 100];                                            \
    }
REGIONS(right_steps, take, 100, )
REGIONS(right_rounds, take_rounded, 100, )
REGIONS(wrong_steps, take, 95, ) /* the second begins in the first */
REGIONS(wrong_rounds, take_rounded, 60, )
__global__ void beside_static(int *o)
{
    __shared__ int own[64];
    extern __shared__ char m[];
    unsigned a = (unsigned)__cvta_generic_to_shared(m) + threadIdx.x * 16;
    own[threadIdx.x] = 0;
    asm volatile("st.shared.b32 [%0], %1;" ::"r"(a ^ (a >> 7 & 7) << 4), "r"(1));
    o[threadIdx.x] = own[threadIdx.x];
}
void run(const float4 *in, float4 *out, const int *a, int *b)
{
    beside_static<<<1, 64, 1024>>>(b);
    right_swizzle<<<1, 128, 8192>>>(in, out);
    right_mask<<<1, 128, 8192>>>(in, out);
    wrong_no_barrier<<<1, 128, 8192>>>(in, out);
    wrong_shift<<<1, 128, 8192>>>(in, out);
    right_steps<<<1, 128, 2048>>>(a, b);
    right_rounds<<<1, 128, 2048>>>(a, b);
    wrong_steps<<<1, 128, 2048>>>(a, b);
    wrong_rounds<<<1, 128, 2048>>>(a, b);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
[ "$(grep -c 'kernel: right_[a-z_]*: proved' "$dir/out")" = 4 ] || fail "not all right kernels are proved"
[ "$(grep -c 'kernel: wrong_[a-z_]*: findings' "$dir/out")" = 4 ] || fail "not all wrong kernels are found"
grep -q 'dynamic shared memory begins at a multiple of 1024 bytes' "$dir/out" ||
    fail "the proofs do not say what they rest on"
grep 'kernel: beside_static' "$dir/out" | grep -q 'although static shared memory lies before it' ||
    fail "static shared memory, which may end anywhere, is not spoken of"
