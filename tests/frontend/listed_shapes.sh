#!/bin/sh
# A grid or a block of a launch that is a list of initialisers, which nvcc takes and clang does not.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/launch.h" <<'CU'
#define EACH(...) { { using T = float; __VA_ARGS__ } { using T = double; __VA_ARGS__ } }
template <class T> __global__ void rows(T *p)
{
    __shared__ T s[128];
    int t = threadIdx.y * 32 + threadIdx.x;
    s[t] = p[t];
    __syncwarp();
    p[t] = s[t ^ 33];
}
__global__ void row(float *p)
{
    __shared__ float s[32];
    s[threadIdx.x] = p[threadIdx.x];
    __syncwarp();
    p[threadIdx.x] = s[threadIdx.x ^ 1];
}
inline void start(float *p) { row<<<{8, 2}, {32}>>>(p); }
CU
cat >"$dir/k.cu" <<'CU'
#include "launch.h"
void run(float *p, int n, cudaStream_t stream)
{
    EACH(rows<T><<<(n + 31) / 32, {32, 4}, 0, stream>>>((T *)p);)
    if (n << 3 > 5) start(p); /* k<<<1, { */
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: row: proved (warps, shared, global in a block) for 32x1x1' "$dir/out" &&
    grep -q 'kernel: rows <float>, <double>: findings (shared' "$dir/out" || { cat "$dir/out"; exit 1; }
sed 's/__syncwarp();.*/__syncthreads();/' "$dir/launch.h" >"$dir/right.h"
sed 's/launch.h/right.h/' "$dir/k.cu" >"$dir/right.cu"
"$CUDASYNCLINT" --no-cache -v "$dir/right.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: rows <float>, <double>: proved (barriers, shared, global in a block) for 32x4x1' "$dir/out" || { cat "$dir/out"; exit 1; }
# Places are those of the file.
"$CUDASYNCLINT" --no-cache -q --dump=ir "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q '(block 32 1 1) (dynamic 0) (at [0-9]* 17:31-17:55)' "$dir/out" || { cat "$dir/out"; exit 1; }
