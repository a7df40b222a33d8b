#!/bin/sh
# What nvcc compiles and clang does not. Explicit arguments of function templates that are types, without
# `typename`: nvcc 13 compiles them in templates, as C++17 and as C++20. The call is followed, in a header
# and in the file itself; lines and columns stay those of the files.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/tile.cuh" <<'CU'
template <class T> struct pair { using part = T; T *x, *y; };
template <class A, class B> __device__ void turn(A *to, const B *from, int i)
{
    __shared__ A s[64];
    s[threadIdx.x] = from[i];
    __syncthreads();
    to[i] = s[63 - threadIdx.x];
    __syncthreads();
}
template <class A, class B> __device__ void turn_early(A *to, const B *from, int i)
{
    __shared__ A s[64];
    s[threadIdx.x] = from[i]; to[i] = s[63 - threadIdx.x];
}
template <class P, class Q> __device__ void both(P &to, const Q &from, int i)
{
    turn<P::part, Q::part>(to.x, from.x, i); turn<P::part, Q::part>(to.y, from.y, i);
}
CU
cat >"$dir/k.cu" <<'CU'
#include "tile.cuh"
template <class P, class Q> __device__ void each(P &to, const Q &from, int i)
{
    turn<P::part, Q::part>(to.x, from.x, i); turn<P::part, Q::part>(to.y, from.y, i);
}
template <class P, class Q> __device__ void early(P &to, const Q &from, int i)
{
    turn<P::part, Q::part>(to.x, from.x, i); turn_early<P::part, Q::part>(to.y, from.y, i);
}
__global__ void right_header(pair<float> to, pair<int> from) { both(to, from, blockIdx.x * 64 + threadIdx.x); }
__global__ void right_here(pair<float> to, pair<int> from) { each(to, from, blockIdx.x * 64 + threadIdx.x); }
__global__ void wrong_early(pair<float> to, pair<int> from) { early(to, from, blockIdx.x * 64 + threadIdx.x); }
void run(float *a, float *b, int *c, int *d)
{
    right_header<<<8, 64>>>({a, b}, {c, d});
    right_here<<<8, 64>>>({a, b}, {c, d});
    wrong_early<<<8, 64>>>({a, b}, {c, d});
}
CU
for standard in 17 20; do
    "$CUDASYNCLINT" --no-cache -v --trace "$dir/k.cu" -- -std=c++$standard >"$dir/out" 2>&1 || true
    [ "$(grep -c 'kernel: right_[a-z]*: proved' "$dir/out")" = 2 ] || { cat "$dir/out"; exit 1; }
    grep -q 'kernel: wrong_early: findings' "$dir/out" || { cat "$dir/out"; exit 1; }
    grep -q 'tile.cuh:13:39: error: ' "$dir/out" || { cat "$dir/out"; exit 1; }
done
# The place of a call behind such words is told as it stands in the file.
grep -q 'k.cu:8:46' "$dir/out" || { cat "$dir/out"; exit 1; }

# Operands of inline assembly without a comma between them, in a header; an instruction that its operands follow at once.
cat >"$dir/put.cuh" <<'CU'
__device__ inline void put(unsigned a, unsigned v)
{
    asm volatile("st.shared.u32[%0], %1;" : : "r"(a)  "r"(v));
}
CU
cat >"$dir/put.cu" <<'CU'
#include "put.cuh"
#define KERNEL(name, WAIT)                                                                                             \
    __global__ void name(int *o)                                                                                       \
    {                                                                                                                  \
        __shared__ int s[64];                                                                                          \
        put((unsigned)__cvta_generic_to_shared(s + threadIdx.x), threadIdx.x);                                         \
        WAIT                                                                                                           \
        o[threadIdx.x] = s[63 - threadIdx.x];                                                                          \
    }
KERNEL(right_put, __syncthreads();)
KERNEL(wrong_put, )
void run(int *o)
{
    right_put<<<1, 64>>>(o);
    wrong_put<<<1, 64>>>(o);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/put.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: right_put: proved' "$dir/out" || { cat "$dir/out"; exit 1; }
grep -q 'kernel: wrong_put: findings' "$dir/out" || { cat "$dir/out"; exit 1; }

# Members of dependent types that are templates, without `template`: nvcc 13 takes them for such.
cat >"$dir/member.cuh" <<'CU'
struct by { template <int N> __device__ static int of(int i) { return i * N; } };
template <class T> struct steps { using type = T; };
struct scale {
    template <int N> __device__ int in(int i) const { return i * N; }
    template <int N> __device__ static int at(int i) { return i * N; }
};
template <class T, int N> __device__ int from_type(int i) { return 0 * N + T::of<N>(i); }
template <class T, int N> __device__ int from_class(int i) { return steps<T>::type::of<N>(i); }
template <class T, int N> __device__ int from_object(int i) { T t; return t.in<N>(i) + t.at<0>(i); }
template <class T, int N> __device__ int from_pointer(int i) { T t, *p = &t; return 5 + p->in<N>(i); }
CU
cat >"$dir/member.cu" <<'CU'
#include "member.cuh"
#define KERNEL(name, INDEX)                                                                                            \
    __global__ void name(int *o) { o[INDEX] = threadIdx.x; }                                                           \
    void run_##name(int *o) { name<<<1, 64>>>(o); }
template <class T, class V, int N> __device__ int from_loop(int i)
{
    const auto &x = i;
    for (int k = 0; k < 4; k++) { const auto v = T::of<N>(x + k * 0); i = v; }
    return i;
}
KERNEL(right_type, (from_type<by, 2>(threadIdx.x)))
KERNEL(right_class, (from_class<by, 2>(threadIdx.x)))
KERNEL(right_object, (from_object<scale, 1>(threadIdx.x)))
KERNEL(right_pointer, (from_pointer<scale, 3>(threadIdx.x)))
KERNEL(right_loop, (from_loop<by, int, 1>(threadIdx.x)))
KERNEL(wrong_type, (from_type<by, 0>(threadIdx.x)))
KERNEL(wrong_class, (from_class<by, 0>(threadIdx.x)))
KERNEL(wrong_object, (from_object<scale, 0>(threadIdx.x)))
KERNEL(wrong_pointer, (from_pointer<scale, 0>(threadIdx.x)))
KERNEL(wrong_loop, (from_loop<by, int, 0>(threadIdx.x)))
CU
for standard in 17 20; do
    "$CUDASYNCLINT" --no-cache -v "$dir/member.cu" -- -std=c++$standard >"$dir/out" 2>&1 || true
    [ "$(grep -c 'kernel: right_[a-z]*: proved' "$dir/out")" = 5 ] || { cat "$dir/out"; exit 1; }
    [ "$(grep -c 'kernel: wrong_[a-z]*: findings' "$dir/out")" = 5 ] || { cat "$dir/out"; exit 1; }
done
