#!/bin/sh
# An argument that the callee never names is not loaded; one that it names anyhow is, and a volatile one.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
struct zero { template <class T> static __device__ T op(T x) { return T(0); } };
struct zeros { template <class T, class... Args> static __device__ T op(Args... _) { return T(0); } };
struct unnamed { template <class T> static __device__ T op(double) { return T(0); } };
struct twice { template <class T> static __device__ T op(T x) { return x + x; } };
struct size { template <class T> static __device__ T op(T x) { int n = 0; [=, &n] { n = x; }(); return n; } };
struct assembled { template <class T> static __device__ T op(T x) { T y; asm("neg.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; } };
struct kept { float v; __device__ kept(float x) : v(x) {} };
struct constructed { template <class T> static __device__ T op(T x) { return kept(x).v; } };
struct half { unsigned short x; };
#define K(name, ...)                                                                               \
    __global__ void name(float *o)                                                                 \
    {                                                                                              \
        __shared__ float s[128];                                                                   \
        const int t = threadIdx.x, other = t ^ 32;                                                 \
        s[t] = t;                                                                                  \
        __syncthreads();                                                                           \
        s[t] = __VA_ARGS__;                                                                        \
        __syncthreads();                                                                           \
        o[t] = s[127 - t];                                                                         \
    }                                                                                              \
    void run_##name(float *o) { name<<<1, 128>>>(o); }
K(right_zero, zero::op<float>(s[other]))
K(right_pack, zeros::op<float>(s[other], 3))
K(right_converted, unnamed::op<float>(s[other]))
K(right_index, zero::op<float>(s[(int)o[0] & 127]))
K(wrong_index, zero::op<float>(s[(int)s[other]]))
K(wrong_twice, twice::op<float>(s[other]))
K(wrong_captured, size::op<float>(s[other]))
K(wrong_assembled, assembled::op<float>(s[other]))
K(wrong_constructed, constructed::op<float>(s[other]))
K(wrong_sum, zero::op<float>(s[other] + 1) + s[other])
K(wrong_volatile, zero::op<float>(*(volatile float *)&s[other]))
struct halves { template <class T> static __device__ half op(T x) { return half{7}; } };
__global__ void right_class(half *o)
{
    __shared__ half s[128];
    const int t = threadIdx.x;
    s[t] = half{1};
    __syncthreads();
    s[t] = halves::op<half>(s[t ^ 32]);
    __syncthreads();
    o[t] = s[127 - t];
}
void run_right_class(half *o) { right_class<<<1, 128>>>(o); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
[ "$(grep -c 'kernel: right_[a-z]*: proved' "$dir/out")" = 5 ] || fail "not all right kernels are proved"
[ "$(grep -c 'kernel: wrong_[a-z]*: findings' "$dir/out")" = 7 ] || fail "not all wrong kernels are found"
