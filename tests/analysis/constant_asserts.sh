#!/bin/sh
# An assert() that holds may stand in a constant expression, as glibc's does; one in the kernel stays
# an assumption.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/right.cu" <<'CU'
#include <cassert>
#include <cuda_fp8.h>
__host__ __device__ constexpr int log_2(unsigned x)
{
    assert(x > 0);
    return 31 - __builtin_clz(x);
}
template <int N> __global__ void turn(int *out, int n)
{
    static constexpr int bits = log_2(N);
    __shared__ int s[1 << bits];
    assert(n <= 256);
    s[threadIdx.x] = n;
    __syncthreads();
    out[threadIdx.x] = s[(1 << bits) - 1 - threadIdx.x];
}
__global__ void scales(const float *in, unsigned short *out)
{
    __shared__ unsigned short s[256];
    s[threadIdx.x] =
        __nv_cvt_float2_to_e8m0x2(float2{in[threadIdx.x], 1}, __NV_NOSAT, cudaRoundZero);
    __syncthreads();
    out[threadIdx.x] = s[255 - threadIdx.x];
}
void run(int *out, int n, const float *in, unsigned short *scaled)
{
    turn<256><<<1, 256>>>(out, n);
    scales<<<1, 256>>>(in, scaled);
}
CU
fail() { cat "$dir/out"; exit 1; }
lint() {
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$1" >"$dir/out" 2>&1 || [ $? -eq 1 ]
}
lint right.cu
grep -q 'kernel: turn <256>: proved.*assuming what the source asserts holds' "$dir/out" || fail
grep -q 'kernel: scales: proved' "$dir/out" || fail
sed -e 's/static constexpr int bits = log_2(N)/static constexpr int bits = log_2(N) - 7/' \
    -e 's/s\[threadIdx.x\] = n/s[threadIdx.x >> 7] = threadIdx.x/' "$dir/right.cu" >"$dir/wrong.cu"
lint wrong.cu
grep -q 'kernel: turn <256>: findings' "$dir/out" || fail
sed 's/log_2(N)/log_2(N - N)/' "$dir/right.cu" >"$dir/false.cu" # no constant then
lint false.cu
grep -q 'kernel: turn.*undecided' "$dir/out" || fail
