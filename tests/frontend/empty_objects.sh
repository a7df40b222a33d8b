#!/bin/sh
# Layouts and strides of CuTe are empty objects: their numbers are in the type. What computes them is
# left out, so that a kernel of thousands of such calls is read to its end; unless it does something
# else.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/layout.h" <<'CU'
template <int N> struct num { static constexpr int value = N; };
template <class A, class B> struct pair_of {
    __device__ A a() const { return {}; }
    __device__ B b() const { return {}; }
};
template <class A, class B> __device__ pair_of<A, B> make(A, B) { return {}; }
template <int N> __device__ num<N + 1> next(num<N>) { return {}; }
template <int N> struct chain {
    template <class T> __device__ static auto run(T t)
    {
        auto one = make(t, next(t)).b();
        auto two = make(one, t).a();
        chain<N - 1>::run(one);
        return chain<N - 1>::run(make(two, one).b());
    }
};
template <> struct chain<0> { template <class T> __device__ static auto run(T t) { return t; } };
CU
cat >"$dir/good.cu" <<'CU'
#include "layout.h"
__global__ void kernel(float *out)
{
    __shared__ float s[64];
    auto n = chain<13>::run(num<10>());
    s[threadIdx.x] = n.value;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x] + chain<13>::run(num<40>()).value;
}
void run(float *out) { kernel<<<1, 64>>>(out); }
CU
sed 's/    __syncthreads();//' "$dir/good.cu" >"$dir/bad.cu"
cat >"$dir/waits.cu" <<'CU'
#include "layout.h"
template <int N> __device__ num<N> waits(num<N> n) { __syncthreads(); return n; }
__device__ num<1> stores(num<1> n, float *p, float x) { *p = x; return n; }
__global__ void kernel(float *out)
{
    __shared__ float s[64];
    stores(num<1>(), &s[threadIdx.x], 1);
    waits(num<1>());
    waits(num<1>());
    out[threadIdx.x] = s[63 - threadIdx.x];
    stores(waits(num<1>()), &s[threadIdx.x], 2);
    out[threadIdx.x] += s[63 - threadIdx.x];
}
void run(float *out) { kernel<<<1, 64>>>(out); }
CU
lint() { "$CUDASYNCLINT" --no-cache --isolated -v --fail-on=never "$1" 2>&1; }
lint "$dir/good.cu" >"$dir/out"
grep -q "kernel: kernel: proved (barriers, shared, global in a block)" "$dir/out"
lint "$dir/bad.cu" >"$dir/out"
grep -q "error: race on \`s\`" "$dir/out"
lint "$dir/waits.cu" >"$dir/out"
test "$(grep -c "race on" "$dir/out")" = 1
grep -q "waits.cu:12:.*race on" "$dir/out"
echo ok
