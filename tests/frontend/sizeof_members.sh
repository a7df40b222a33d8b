#!/bin/sh
# `sizeof(T::member)` in an instance, where the member is a type and no `typename` says so: nvcc takes it, clang says an
# error and goes on with the type.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
template <int n> struct layout { using tile = float[n]; };
template <class T> __device__ void shift(float *s, float v)
{
    const int n = sizeof(T::tile) / sizeof(float);
    if (threadIdx.x < n)
        s[threadIdx.x] = v;
    __syncthreads();
    v = s[(threadIdx.x + 1) % 64];
    if (threadIdx.x >= n)
        s[threadIdx.x] = v;
}
template <class T> __global__ void right(float *o)
{
    __shared__ float s[64];
    shift<T>(s, o[threadIdx.x]);
}
template <class T> __global__ void wrong(float *o)
{
    __shared__ float s[64];
    shift<T>(s, o[threadIdx.x]);
}
void run(float *o)
{
    right<layout<64>><<<1, 64>>>(o);
    wrong<layout<32>><<<1, 64>>>(o);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: wrong <layout<32>>: findings' "$dir/out" && grep -q 'kernel: right <layout<64>>: proved' "$dir/out" ||
    { cat "$dir/out"; exit 1; }
