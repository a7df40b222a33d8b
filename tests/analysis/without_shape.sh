#!/bin/sh
# Blocks that no launch gives: one of less than a warp, at most, is judged as a row of as many threads; what a
# thread does to its own copy needs no other thread; `i = threadIdx.x / 32; i += 18` says that the block
# has 18 warps, and `blockIdx.x * 256 + threadIdx.x` that it has 256 threads.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cuda_pipeline.h>
__global__ void __launch_bounds__(16) high_halves(float *o)
{
    __shared__ float s[16];
    s[threadIdx.x / 2] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[15 - threadIdx.x];
}
__global__ void __launch_bounds__(16) none_each(float *o)
{
    __shared__ float s[16];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[15 - threadIdx.x];
}
__global__ void __launch_bounds__(128) high_own_copy(const float *in, float *o)
{
    __shared__ alignas(16) float s[128 * 4];
    __pipeline_memcpy_async(&s[threadIdx.x * 4], &in[threadIdx.x * 4], 16);
    __pipeline_commit();
    o[threadIdx.x] = s[threadIdx.x * 4];
    __pipeline_wait_prior(0);
}
__global__ void __launch_bounds__(128) none_own_copy(const float *in, float *o)
{
    __shared__ alignas(16) float s[128 * 4];
    __pipeline_memcpy_async(&s[threadIdx.x * 4], &in[threadIdx.x * 4], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    o[threadIdx.x] = s[threadIdx.x * 4];
}
__global__ void none_other_place(const float *in, float *o)
{
    __shared__ alignas(16) float s[128 * 8];
    __pipeline_memcpy_async(&s[threadIdx.x * 8], &in[threadIdx.x * 4], 16);
    __pipeline_commit();
    s[threadIdx.x * 8 + 4] = 1;
    __pipeline_wait_prior(0);
    o[threadIdx.x] = s[threadIdx.x * 8] + s[threadIdx.x * 8 + 4];
}
__global__ void low_warps(float *s, int n)
{
    for (int i = threadIdx.x >> 5; i < n; i += 18)
        s[i * 32 + (threadIdx.x & 31)] = threadIdx.x;
}
__global__ void low_numbers(float *o, int n)
{
    const int rounded = (n + 255) / 256 * 256;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < rounded; i += 256 * 64) {
        __syncthreads();
        o[i] = 1;
    }
}
__global__ void medium_numbers(float *o, int n)
{
    const int rounded = (n + 31) / 32 * 32;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < rounded; i += 256 * 64) {
        __syncthreads();
        o[i] = 1;
    }
}
__global__ void high_warps(float *s, int n)
{
    for (int i = threadIdx.x >> 5; i < n; i += 18)
        s[i * 16 + (threadIdx.x & 31)] = threadIdx.x;
}
CU
"$CUDASYNCLINT" --no-cache --isolated --min-confidence=low --format=json "$dir/k.cu" >"$dir/out" 2>/dev/null ||
    [ $? -eq 1 ]
python3 - "$dir/out" <<'PY'
import json
import sys

found = {"none_each": None, "none_own_copy": None, "none_other_place": None}
for f in json.load(open(sys.argv[1]))["findings"]:
    if f["rule"] != "global-race" or "warps" in f["function"]:
        found[f["function"]] = (f["confidence"], f.get("caveats", ""))
wrong = [n for n in found if (found[n] or ("none",))[0] != n.split("_")[0]]
print(*[f"{n}: {found[n]}" for n in found], sep="\n")
sys.exit(len(wrong) or len(found) != 9)
PY
