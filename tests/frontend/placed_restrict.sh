#!/bin/sh
# `__restrict__` before the `*`, as nvcc takes it: clang says an error and leaves it out.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
template <typename T, int n> struct values { T v[n]; };
template <typename T, bool barrier> __device__ void reverse(const T *p, T *o)
{
    __shared__ T s[128];
    using four = values<T, 4>;
    const __restrict__ four *in = reinterpret_cast<const __restrict__ four *>(p);
    s[threadIdx.x] = in[threadIdx.x].v[0];
    if (barrier)
        __syncthreads();
    o[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void right(const float *p, float *o) { reverse<float, true>(p, o); }
__global__ void wrong(const float *p, float *o) { reverse<float, false>(p, o); }
void run(float *p, float *o)
{
    right<<<1, 128>>>(p, o);
    wrong<<<1, 128>>>(p, o);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: wrong: findings' "$dir/out" && grep -q 'kernel: right: proved' "$dir/out" ||
    { cat "$dir/out"; exit 1; }
