#!/bin/sh
# A project that brings a Thrust of its own (1.x): headers of it take `__host__` and `__device__`
# away before they include cuda_runtime_api.h, unless host_defines.h was read; others need what the
# library of the language declares about streams and allocators.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/guarded.h" <<'CU'
#pragma once
#if !defined(__HOST_DEFINES_H__)
#ifdef __host__
#undef __host__
#endif
#ifdef __device__
#undef __device__
#endif
#endif
#include <cuda_runtime_api.h>
#include <cuda_occupancy.h>
#include <memory>
#include <ostream>
namespace own {
template <class T> struct pointer {
    T *p;
    __host__ __device__ T &operator*() const { return *p; }
};
template <class T, class C, class S>
std::basic_ostream<C, S> &operator<<(std::basic_ostream<C, S> &out, const pointer<T> &p)
{
    return out << p.p;
}
template <class A> struct traits : std::allocator_traits<A> {
    typedef typename std::allocator_traits<A>::pointer pointer;
    typedef typename std::allocator_traits<A>::template rebind_alloc<char> of_bytes;
};
inline bool failed(int code) { return code >= ::cudaErrorApiFailureBase; }
inline traits<std::allocator<int>>::pointer none() { return nullptr; }
}
CU
cat >"$dir/k.cu" <<'CU'
#include "guarded.h"
#include <iostream>
__global__ void reversed(own::pointer<float> out, const float *in)
{
    __shared__ float s[64];
    s[threadIdx.x] = in[threadIdx.x];
    *out = s[63 - threadIdx.x];
}
void tell(own::pointer<float> p) { std::cout << p << "\n"; }
CU
"$CUDASYNCLINT" --no-cache --isolated --fail-on=never -v "$dir/k.cu" >"$dir/out" 2>&1
grep -q 'k.cu:7:.*\[shared-race\]' "$dir/out" || { cat "$dir/out"; exit 1; }
! grep -q 'missing includes or errors' "$dir/out" || { cat "$dir/out"; exit 1; }

# A macro that is a directive, on a line of its own: nvcc takes it.
cat >"$dir/k.cu" <<'CU'
#ifdef __CUDACC__
#define NO_WARNING #pragma hd_warning_disable
#else
#define NO_WARNING
#endif
struct helper {
    NO_WARNING
    __host__ __device__ static int last() { return 63; }
};
NO_WARNING
__global__ void reversed(float *out, const float *in)
{
    __shared__ float s[64];
    s[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = s[helper::last() - threadIdx.x];
}
CU
"$CUDASYNCLINT" --no-cache --isolated --fail-on=never -v "$dir/k.cu" >"$dir/out" 2>&1
grep -q 'k.cu:15:.*\[shared-race\]' "$dir/out" || { cat "$dir/out"; exit 1; }
! grep -q 'missing includes or errors' "$dir/out" || { cat "$dir/out"; exit 1; }
