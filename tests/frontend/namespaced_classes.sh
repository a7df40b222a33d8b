#!/bin/sh
# Class templates that are instantiated inside a namespace, with arguments named as they are there: the kernels that
# their methods launch are seen, also where a kernel only calls the function object it is given.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/turn.h" <<'CU'
#pragma once
namespace outer { namespace inner {
template <class Kernel, class... T> __global__ void invoke(T... args) { Kernel()(args...); }
template <int n> struct Config { static constexpr int N = n; };
using Small = Config<64>;
namespace {
struct Hidden { static constexpr int N = 96; };
}
template <class C> class Launch {
  public:
    template <bool barrier> struct Turn {
        __device__ void operator()(float *a) const
        {
            __shared__ float s[C::N];
            s[threadIdx.x] = a[threadIdx.x];
            if (barrier)
                __syncthreads();
            a[threadIdx.x] = s[C::N - 1 - threadIdx.x];
        }
    };
    static void right(float *a);
    static void wrong(float *a);
};
} }
CU
cat >"$dir/start.h" <<'CU'
#include "turn.h"
namespace outer { namespace inner {
template <class C> void Launch<C>::right(float *a)
{
    auto f = invoke<typename Launch<C>::template Turn<true>, float *>;
    f<<<1, C::N>>>(a);
}
#ifdef WRONG
template <class C> void Launch<C>::wrong(float *a)
{
    auto f = invoke<typename Launch<C>::template Turn<false>, float *>;
    f<<<1, C::N>>>(a);
}
#endif
} }
CU
cat >"$dir/small.cu" <<'CU'
#include "start.h"
namespace outer::inner {
template class Launch<Small>;
};
CU
# Two of one namespace; the other class has no name that can be spelled outside.
cat >"$dir/hidden.cu" <<'CU'
#include "start.h"
namespace outer { namespace inner {
template class Launch<Config<32>>;
namespace { template struct Config<4>; }
template class Launch<Hidden>;
} }
CU
for file in small hidden; do
    "$CUDASYNCLINT" --no-cache -v "$dir/$file.cu" >"$dir/out" 2>&1 || true
    grep -q 'kernel: outer::inner::invoke <.*>: proved (barriers, shared' "$dir/out" || { cat "$dir/out"; exit 1; }
    "$CUDASYNCLINT" --no-cache -v "$dir/$file.cu" -- -DWRONG >"$dir/out" 2>&1 || true
    grep -q 'turn.h:.*error: race on `s`' "$dir/out" || { cat "$dir/out"; exit 1; }
    if grep 'note:' "$dir/out"; then
        exit 1
    fi
done
