#!/bin/sh
# A barrier behind a flag that the host may change: shown at medium. Behind one that the kernel itself
# sets, it is of low confidence: the kernel has a protocol for it. So is one that each thread looks at
# once: it was set before.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ volatile int left;
__global__ void from_outside(int *o)
{
    while (!left) {
        o[blockIdx.x * blockDim.x + threadIdx.x]++;
        __syncthreads();
    }
}
__device__ volatile int turns;
__global__ void own(int *o)
{
    while (turns < 8) {
        o[blockIdx.x * blockDim.x + threadIdx.x]++;
        __syncthreads();
        if (threadIdx.x == 0 && blockIdx.x == 0)
            turns = turns + 1;
        __syncthreads();
    }
}
__global__ void looked_at_once(volatile int *skipped, const float *in, float *out)
{
    __shared__ float s[256];
    if (*skipped)
        return;
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[255 - threadIdx.x];
}
void run(int *skipped, int *o, const float *in, float *out)
{
    from_outside<<<1, 256>>>(o);
    own<<<4, 256>>>(o);
    looked_at_once<<<1, 256>>>(skipped, in, out);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
grep -q '^  line 6: divergence, medium: changed_meanwhile' "$dir/out" || { cat "$dir/out"; exit 1; }
if grep -q "^  line [12][0-9]: .*medium: changed_meanwhile" "$dir/out"; then
    cat "$dir/out"
    exit 1
fi
"$CUDASYNCLINT" --no-cache --isolated "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
grep -q 'if the host or another kernel changes the value between the two reads' "$dir/out"
