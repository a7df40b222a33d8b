#!/bin/sh
# Numbers that are made up for a template are no block that __launch_bounds__ does not let be.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cuh" <<'CU'
#pragma once
constexpr size_t threads = 64;
template <typename T> struct number;
template <> struct number<float> { static __device__ float of(float x) { return x; } };
template <typename T, size_t ROWS, size_t COLS>
__global__ void __launch_bounds__(threads) right(T *out, const T *in)
{
    constexpr bool tall = ROWS > 1;
    __shared__ T s[threads];
    s[threadIdx.x % threads] = in[threadIdx.x];
    __syncthreads();
    T parts[ROWS];
    if constexpr (tall)
        for (int i = 0; i < ROWS; i++)
            parts[i] = s[(threadIdx.x + i * COLS) % threads];
    out[threadIdx.x] = number<T>::of(parts[0]);
}
template <typename T, size_t ROWS, size_t COLS>
__global__ void __launch_bounds__(threads) wrong(T *out, const T *in)
{
    constexpr bool tall = ROWS > 1;
    __shared__ T s[threads];
    s[threadIdx.x % (threads / 2)] = in[threadIdx.x];
    __syncthreads();
    T parts[ROWS];
    if constexpr (tall)
        for (int i = 0; i < ROWS; i++)
            parts[i] = s[(threadIdx.x + i * COLS) % threads];
    out[threadIdx.x] = number<T>::of(parts[0]);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cuh" >"$dir/out" 2>&1 || true
grep -q 'kernel: wrong.*: findings' "$dir/out" && ! grep -q 'kernel: right.*: findings' "$dir/out" ||
    { cat "$dir/out"; exit 1; }
