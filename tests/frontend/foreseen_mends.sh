#!/bin/sh
# What nvcc takes and clang does not is mended in headers before the first parse, in those that a condition leaves out,
# too, and in one that several files include; places are told as in the files.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/include"
cat >"$dir/traits.h" <<'CU'
template <class T> __device__ inline int size_of(int) { return sizeof(T); }
template <class T> __device__ inline int width(int x) { typename T::part p = 0; return size_of<T::part>(x) + p; }
template <class T> __device__ void turn(int *s) { s[threadIdx.x] = size_of<T::part>(1); s[threadIdx.x] += s[63 - threadIdx.x]; }
/* Values need none: */
template <class T> __device__ inline int twice(int) { return 2 * T::size; }
template <int n> __device__ inline int number(int x) { return n + x; }
template <class T> __device__ inline int all(int x) { return number<T::size>(x) + twice<T>(x); }
CU
cat >"$dir/include/store.h" <<'CU'
#if defined(NOT_HERE)
#include "none.h"
#endif
#include <more/store.h>
CU
mkdir "$dir/include/more"
cat >"$dir/include/more/store.h" <<'CU'
#pragma once
__device__ inline void store(unsigned at, int v) { asm volatile("st.shared.b32 [%0], %1;" ::"r"(at) "r"(v)); }
CU
cat >"$dir/k.cu" <<'CU'
#include "traits.h"
#include <store.h>
#include <more/store.h>
struct kind { using part = int; static constexpr int size = 3; };
template <class T> __global__ void right(int *out)
{
    __shared__ int s[64];
    typename T::part from = size_of<T::part>(1);
    store((unsigned)__cvta_generic_to_shared(&s[threadIdx.x]), width<T>(from) + all<T>(1));
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
template <class T> __global__ void wrong(int *out)
{
    __shared__ int s[64];
    store((unsigned)__cvta_generic_to_shared(&s[threadIdx.x]), width<T>(1));
    turn<T>(s);
    out[threadIdx.x] = s[threadIdx.x];
}
void run(int *o)
{
    right<kind><<<1, 64>>>(o);
    wrong<kind><<<1, 64>>>(o);
}
CU
cd "$dir"
"$CUDASYNCLINT" --no-cache --isolated -v k.cu -- -I include -std=c++17 >out 2>&1 || true
grep -q 'kernel: right <kind>: proved' out && grep -q 'kernel: wrong <kind>: findings' out &&
    grep -q 'traits.h:3:89: error: race' out || { cat out; exit 1; }
