#!/bin/sh
# Threads from a parameter on return before a barrier. Where no launch tells the block, it may have as
# many threads as the parameter says: that is of low confidence. Not so where the number is one in the
# grid, a launch is known, others than those are left, or the rest meets another barrier.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ float sum(float v, float *s) { s[threadIdx.x] = v; __syncthreads(); return s[0] + s[1]; }
__global__ void low_of_block(float *o, int n) {
    __shared__ float s[1024];
    if (threadIdx.x >= n)
        return;
    o[blockIdx.x * n + threadIdx.x] = sum(o[threadIdx.x], s);
}
__global__ void shown_of_grid(float *o, int n) {
    __shared__ float s[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    o[i] = sum(o[i], s);
}
__global__ void shown_half(float *o, int n) {
    __shared__ float s[1024];
    if (threadIdx.x >= n / 2)
        return;
    o[blockIdx.x * n + threadIdx.x] = sum(o[threadIdx.x], s);
}
__global__ void shown_launched(float *o, int n) {
    __shared__ float s[1024];
    if (threadIdx.x >= n)
        return;
    o[blockIdx.x * n + threadIdx.x] = sum(o[threadIdx.x], s);
}
__global__ void shown_inside(float *o, int n) {
    __shared__ float s[1024];
    if (threadIdx.x < n) {
        s[threadIdx.x] = o[threadIdx.x];
        __syncthreads();
        o[blockIdx.x * n + threadIdx.x] = s[0];
    }
    __syncthreads();
}
void run(float *o, int n) { shown_launched<<<4, 256>>>(o, n); }
const char *of_driver[] = {"low_of_block", "shown_of_grid", "shown_half", "shown_inside"};
CU
"$CUDASYNCLINT" --no-cache --isolated --format=json --min-confidence=low "$dir/k.cu" >"$dir/out" || true
python3 - "$dir/out" <<'PY'
import sys
from tests.analysis.confidences import by_function
found = {f: {c for c, _ in all} for f, all in by_function(sys.argv[1]).items()}
for kernel in "low_of_block", "shown_of_grid", "shown_half", "shown_launched", "shown_inside":
    assert found[kernel] == {"low" if kernel.startswith("low") else "medium"}, (kernel, found)
PY
