#!/bin/sh
# A vector that all lanes store as a whole is one value if each part of it is: what lanes have summed
# up, what one lane has handed out, what all have read from one place.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cuda_fp16.h>
constexpr unsigned all = ~0u;
struct alignas(8) Pair { float v[2]; };
__device__ float sum(float v)
{
    for (int d = 16; d; d >>= 1)
        v += __shfl_xor_sync(all, v, d);
    return v;
}
#define KERNEL(name, type, body)                                                                   \
    __global__ void name(type *out, const float4 *in, const float *x)                              \
    {                                                                                              \
        const int t = threadIdx.x, w = t / 32, lane = t % 32;                                      \
        (void)lane;                                                                                \
        body;                                                                                      \
    }
#define SUMS(part) float4 v = in[t]; for (int d = 16; d; d >>= 1) { v.x += __shfl_xor_sync(all, v.x, d); v.y += __shfl_xor_sync(all, v.y, d); v.z += __shfl_xor_sync(all, v.z, d); part; } out[w] = v
KERNEL(right_sums, float4, SUMS(v.w += __shfl_xor_sync(all, v.w, d)))
KERNEL(wrong_sums, float4, SUMS((void)d))
KERNEL(wrong_lanes, float4, SUMS(v.w += __shfl_xor_sync(all, v.w, d / 2)))
KERNEL(right_list, float2, out[w] = make_float2(sum(x[t]), sum(x[t + 256])))
KERNEL(wrong_list, float2, out[w] = make_float2(sum(x[t]), x[t + 256]))
KERNEL(right_halves, __half2, out[w] = __floats2half2_rn(sum(x[t]), sum(x[t + 256])))
KERNEL(wrong_halves, __half2, out[w] = __floats2half2_rn(sum(x[t]), x[t + 256]))
KERNEL(right_array, float, float v[4]; for (int i = 0; i < 4; i++) v[i] = sum(x[t + i * 256]); *(float4 *)&out[w * 4] = *(float4 *)v)
KERNEL(wrong_array, float, float v[4]; for (int i = 0; i < 4; i++) v[i] = i < 3 ? sum(x[t + i * 256]) : x[t]; *(float4 *)&out[w * 4] = *(float4 *)v)
KERNEL(right_given, float2, float2 v; v.x = __shfl_sync(all, x[t], 0); v.y = __shfl_sync(all, x[t], 1); out[w] = v)
KERNEL(wrong_given, float2, float2 v; v.x = __shfl_sync(all, x[t], 0); v.y = __shfl_sync(all, x[t], lane ^ 1); out[w] = v)
KERNEL(right_row, float4, float4 v = in[w]; out[w] = v)
KERNEL(wrong_row, float4, float4 v = in[w + lane / 31]; out[w] = v)
KERNEL(right_scaled, float4, float4 v = in[w]; v.x *= x[w]; out[w] = v)
KERNEL(wrong_scaled, float4, float4 v = in[w]; v.x *= x[t]; out[w] = v)
KERNEL(wrong_place, float4, float4 v = in[w]; out[w + lane / 31] = v)
KERNEL(wrong_order, float4, float4 v = in[w]; out[w] = v; v.y = 0; out[w] = v)
KERNEL(wrong_written, float4, out[t] = in[t]; float4 v = out[w]; out[256 + w] = v)
KERNEL(right_pair, Pair, Pair v; v.v[0] = sum(x[t]); v.v[1] = sum(x[t + 256]); out[w] = v)
KERNEL(wrong_pair, Pair, Pair v; v.v[0] = sum(x[t]); v.v[1] = x[t]; out[w] = v)
KERNEL(right_mixed, float, out[w * 2] = sum(x[t]); out[w * 2 + 1] = x[w])
KERNEL(wrong_mixed, float, out[w * 2] = sum(x[t]); out[w * 2 + 1] = x[t])
KERNEL(wrong_first, float, out[w * 2] = x[t]; out[w * 2 + 1] = x[w])
#define RUN(name) name<<<1, 256>>>(out, in, x)
template <class T> void run(T *out, const float4 *in, const float *x);
void run4(float4 *out, const float4 *in, const float *x)
{
    RUN(right_sums), RUN(wrong_sums), RUN(wrong_lanes), RUN(right_row), RUN(wrong_row);
    RUN(right_scaled), RUN(wrong_scaled), RUN(wrong_place), RUN(wrong_order), RUN(wrong_written);
}
void run2(float2 *out, const float4 *in, const float *x)
{
    RUN(right_list), RUN(wrong_list), RUN(right_given), RUN(wrong_given);
}
void runs(__half2 *out, const float4 *in, const float *x)
{
    RUN(right_halves), RUN(wrong_halves);
}
void run1(float *out, const float4 *in, const float *x)
{
    RUN(right_array), RUN(wrong_array), RUN(right_mixed), RUN(wrong_mixed), RUN(wrong_first);
}
void runp(Pair *out, const float4 *in, const float *x)
{
    RUN(right_pair), RUN(wrong_pair);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" -- -std=c++17 >"$dir/out" 2>&1 || true
says() { grep -q "$1" "$dir/out" || { echo "expected: $1"; cat "$dir/out"; exit 1; }; }
for name in sums list halves array given row scaled pair mixed; do
    says "kernel: right_$name: proved .*a warp that stores one value to one place leaves it there"
done
for name in sums list halves array given row scaled place order written pair mixed first; do
    says "kernel: wrong_$name: findings"
done
if grep -q 'wrong_[a-z]*: proved' "$dir/out"; then cat "$dir/out"; exit 1; fi
if grep 'right_' "$dir/out" | grep -q 'findings'; then cat "$dir/out"; exit 1; fi
