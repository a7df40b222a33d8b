#!/bin/sh
# An address that is an integer for a while, one of two: what is stored there is followed.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/good.cu" <<'CU'
#include <cstdint>
__global__ void kernel(float *a, float *b)
{
    uintptr_t p = (uintptr_t)a;
    if (blockIdx.y)
        p = (uintptr_t)b;
    reinterpret_cast<float *>(p)[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
void run(float *a, float *b) { kernel<<<dim3(4, 2), 64>>>(a, b); }
CU
sed 's/blockIdx.x \* blockDim.x + threadIdx.x/threadIdx.x \/ 2/' "$dir/good.cu" >"$dir/bad.cu"
lint() { "$CUDASYNCLINT" --no-cache --isolated -v --fail-on=never "$1" >"$dir/out" 2>&1; }
lint "$dir/good.cu"
grep -q "kernel: kernel: proved (global in a block)" "$dir/out"
lint "$dir/bad.cu"
grep -q "bad.cu:7:.*race on" "$dir/out"
echo ok
