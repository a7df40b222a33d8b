#!/bin/sh
# A barrier in two conditions: that threads miss the outer one is told of the first barrier in it,
# and what is missed for the inner one besides is a finding of its own.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void kernel(float *out, const float *in, int n)
{
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    if (i < n) {
        s[t] = in[i];
        __syncthreads();
        if (threadIdx.y == 0) {
            out[i] = s[t] + s[t + blockDim.x];
            __syncthreads();
        }
        __syncthreads();
        out[i] = s[t];
    }
}
void run(float *out, const float *in, int n) { kernel<<<n / 32 + 1, dim3(32, 8)>>>(out, in, n); }
CU
"$CUDASYNCLINT" --no-cache --isolated --fail-on=never "$dir/k.cu" >"$dir/out" 2>/dev/null
grep -q 'k.cu:8:.*never reach this __syncthreads()' "$dir/out" || { cat "$dir/out"; exit 1; }
grep -q 'k.cu:11:.*never reach this __syncthreads()' "$dir/out" || { cat "$dir/out"; exit 1; }
test "$(grep -c 'never reach' "$dir/out")" = 2 || { cat "$dir/out"; exit 1; }
