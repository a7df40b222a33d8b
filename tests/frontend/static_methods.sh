#!/bin/sh
# The address of a static method goes into a function that calls it, as CuTe's mma_unpack does with
# `MMA_Op::fma`: it is followed, also where several go into one function.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/good.cu" <<'CU'
struct twice { static __device__ void fma(float *d, float a) { *d = a + a; } };
struct square { static __device__ void fma(float *d, float a) { *d = a * a; } };
template <class Fn> __device__ void explode(Fn fn, float *d, const float *a) { return fn(d, a[0]); }
template <class Op> __device__ void unpack(float *d, const float *a) { explode(Op::fma, d, a); }
__global__ void kernel(float *out, const float *in)
{
    __shared__ float s[64];
    unpack<twice>(&s[threadIdx.x], in);
    unpack<square>(&s[threadIdx.x], in);
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
void run(float *out, const float *in) { kernel<<<1, 64>>>(out, in); }
CU
sed 's/    __syncthreads();//' "$dir/good.cu" >"$dir/bad.cu"
lint() { "$CUDASYNCLINT" --no-cache --isolated -v --fail-on=never "$1" 2>&1; }
lint "$dir/good.cu" >"$dir/out"
grep -q "kernel: kernel: proved (barriers, shared, global in a block)" "$dir/out"
lint "$dir/bad.cu" >"$dir/out"
grep -q "bad.cu:2:.*error: race on \`s\`\|bad.cu:11:.*error: race on \`s\`" "$dir/out"
echo ok
