#!/bin/sh
# A file that compiles only in the middle of another one is no error where that one is in the run: it is read there.
# It stays one if a kernel of it is left out there.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/in"
cat >"$dir/main.cu" <<'CU'
namespace parts {
#include "in/kernel.cuh"
void run(float *o)
{
    parts::reversed<<<4, 64>>>(o);
#ifndef LEFT_OUT
    parts::second<<<4, 64>>>(o);
#endif
}
CU
cat >"$dir/in/kernel.cuh" <<'CU'
__global__ void reversed(float *o)
{
    __shared__ float v[64];
    v[threadIdx.x] = o[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = v[63 - threadIdx.x];
}
#ifndef LEFT_OUT
__global__ void second(float *o) { o[threadIdx.x] = 1; }
#endif
__device__ void not_called(float *o) { __syncthreads(); o[0] = 1; }
} /* of the namespace around it */
CU
cd "$dir"
code() {
    set +e
    "$CUDASYNCLINT" --no-cache --isolated "$@" >out 2>&1
    code=$?
    set -e
}
code .
[ $code = 0 ] && grep -q '3 kernels: 2 proved, 1 not analysed' out || { echo "together: $code"; cat out; exit 1; }
code in/kernel.cuh
[ $code = 3 ] && grep -q 'does not compile' out || { echo "alone: $code"; cat out; exit 1; }
code . -- -DLEFT_OUT
[ $code = 0 ] || { echo "left out: $code"; cat out; exit 1; }
sed -i '1i #define LEFT_OUT' main.cu
code .
[ $code = 3 ] && grep -q 'does not compile' out || { echo "hidden: $code"; cat out; exit 1; }
