#!/bin/sh
# A device function that no kernel calls is read as if a whole block called it: what is wrong then is
# told, nothing is proved. An argument may point to memory of one thread. What a function keeps in a
# shared array of its own must survive a second call.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/helpers.cuh" <<'CU'
__device__ float bad_sum(float v)
{
    __shared__ float s[32];
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = v;
    return s[threadIdx.x % 32];
}
__device__ float good_sum(float v)
{
    __shared__ float s[32];
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = v;
    __syncthreads();
    v = s[threadIdx.x % 32];
    __syncthreads();
    return v;
}
__device__ float good_barrier_first(float v)
{
    __shared__ float s[32];
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = v;
    __syncthreads();
    return s[threadIdx.x % 32];
}
__device__ float good_array_of_caller(float *s, float v)
{
    s[threadIdx.x] = v;
    __syncthreads();
    return s[threadIdx.x ^ 32];
}
__device__ float bad_second_call(float v)
{
    __shared__ float s[32];
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = v;
    __syncthreads();
    return s[threadIdx.x % 32];
}
template <typename T> __device__ T bad_broadcast(T v)
{
    __shared__ T s;
    if (threadIdx.x == 0)
        s = v;
    __syncthreads();
    return s;
}
__device__ void bad_scratch(float *s)
{
    s[threadIdx.x] = 1;
    float v = s[threadIdx.x ^ 32];
    __syncthreads();
    s[threadIdx.x] = v;
}
__device__ void good_registers(float *r, float v)
{
    r[0] = v;
    __syncthreads();
    r[1] += r[0];
}
__device__ float bad_shared_argument(float *sdata, float v)
{
    sdata[threadIdx.x] = v;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k /= 2)
        if (threadIdx.x < k)
            sdata[threadIdx.x] += sdata[threadIdx.x + k];
    return sdata[0];
}
__device__ float good_shared_argument(float *sdata, float v)
{
    sdata[threadIdx.x] = v;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k /= 2) {
        if (threadIdx.x < k)
            sdata[threadIdx.x] += sdata[threadIdx.x + k];
        __syncthreads();
    }
    return sdata[0]; /* the caller puts a barrier before it uses the array again */
}
__device__ float good_argument_of_warp(float *smem, float v)
{
    smem[threadIdx.x % 32] = v;
    __syncwarp();
    return smem[31 - threadIdx.x % 32];
}
template <int N, typename T> __device__ T bad_collective(T v)
{
    typedef cub::BlockReduce<T, N> sum;
    __shared__ typename sum::TempStorage memory;
    return sum(memory).Sum(v);
}
__device__ void good_argument(int n)
{
    if (n > 3)
        __syncthreads();
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/helpers.cuh" >"$dir/out" 2>&1 || true
for name in bad_sum bad_scratch bad_second_call bad_broadcast bad_shared_argument "bad_collective <128, float>"; do
    grep -q "kernel: $name: findings" "$dir/out" || { cat "$dir/out"; exit 1; }
done
for name in good_shared_argument good_argument_of_warp good_sum good_barrier_first good_array_of_caller good_registers good_argument; do
    grep -q "kernel: $name: not analysed: no kernel calls it" "$dir/out" || { cat "$dir/out"; exit 1; }
done
grep -q 'writes `s` in the next call (if a block calls the function again' "$dir/out"
grep -q 'must end the function' "$dir/out"

# Who includes the functions is analysed with the calls there are.
cat >"$dir/uses.cu" <<'CU'
#include "helpers.cuh"
__global__ void sums(float *out)
{
    float v = bad_second_call(out[threadIdx.x + blockIdx.x * blockDim.x]);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/uses.cu" "$dir/helpers.cuh" >"$dir/out" 2>&1 || true
if grep -q 'in the next call' "$dir/out"; then cat "$dir/out"; exit 1; fi
grep -q 'bad_scratch\|`s`' "$dir/out"

# So it is where clang does not take the file: that is told of it, not of one of its functions, and
# stays, whatever others know of these.
{ cat "$dir/helpers.cuh" && echo 'struct broken { int b[3 };'; } >"$dir/helpers.cu"
sed 's/helpers.cuh/helpers.cu/' "$dir/uses.cu" >"$dir/calls.cu"
sed 's/bad_second_call//' "$dir/calls.cu" >"$dir/names.cu"
for user in calls names; do
    code=0
    "$CUDASYNCLINT" --no-cache --isolated "$dir/$user.cu" "$dir/helpers.cu" >"$dir/out" 2>&1 || code=$?
    [ $code -eq 3 ] && grep -q 'parse-error' "$dir/out" && ! grep -q 'in the next call' "$dir/out" || {
        echo "exit code $code"
        cat "$dir/out"
        exit 1
    }
done

# How many passes a loop makes that threads end behind, is the caller's to say, and decides nothing.
cat >"$dir/claims.cu" <<'CU'
__device__ int claim(unsigned long long *groups, unsigned h, const long long *key, unsigned count)
{
    unsigned long long old = atomicCAS(&groups[h], ~0ull, 5ull);
    if (old == ~0ull) {
        for (unsigned i = 0; i < count; ++i)
            groups[h + i] = key[i];
        return 1;
    }
    __syncthreads();
    return 2;
}
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/claims.cu" >"$dir/out" 2>&1 || true
grep -q 'claims.cu:9:.*barrier-early-exit' "$dir/out" || { cat "$dir/out"; exit 1; }
