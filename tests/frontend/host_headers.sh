#!/bin/sh
# Headers of the C and C++ libraries that only host code uses: none of them is missed.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cfenv>
#include <map>
#include <shared_mutex>
#include <sys/timeb.h>
#include <typeindex>
#include <typeinfo>
std::shared_mutex guard;
std::map<std::type_index, int> known;
__global__ void right(float *o)
{
    __shared__ float s[64];
    s[threadIdx.x] = o[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void wrong(float *o)
{
    __shared__ float s[64];
    s[threadIdx.x] = o[threadIdx.x];
    o[threadIdx.x] = s[63 - threadIdx.x];
}
void run(float *o)
{
    std::shared_lock<std::shared_mutex> lock(guard);
    std::fesetround(FE_TONEAREST);
    struct timeb now;
    ftime(&now);
    if (known.count(std::type_index(typeid(float))))
        right<<<1, 64>>>(o);
    wrong<<<1, 64>>>(o);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: wrong: findings' "$dir/out" && grep -q 'kernel: right: proved' "$dir/out" &&
    ! grep -q 'not found\|missing' "$dir/out" || { cat "$dir/out"; exit 1; }
