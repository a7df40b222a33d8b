#!/bin/sh
# Four lanes share rows of a product: each keeps the most of its rows in an array, exchanges it with
# the others, and stores it from there. That they all store has no more than low confidence, for it
# is one value. It is an error where nothing has been exchanged.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/good.cu" <<'CU'
__device__ float most(float v)
{
    for (int m = 2; m > 0; m >>= 1)
        v = fmaxf(v, __shfl_xor_sync(~0u, v, m, 32));
    return v;
}
__global__ void kernel(float *out, const float *in)
{
    __shared__ float s[64];
    float row[2];
    for (int i = 0; i < 2; i++)
        row[i] = most(in[i * 128 + threadIdx.x]);
    for (int i = 0; i < 2; i++)
        s[threadIdx.x / 4 * 2 + i] = row[1 - i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 64];
}
void run(float *out, const float *in) { kernel<<<1, 128>>>(out, in); }
CU
sed 's/most(in\(.*\));/in\1;/' "$dir/good.cu" >"$dir/bad.cu"
lint() { "$CUDASYNCLINT" --no-cache --isolated -v --fail-on=never "$1" >"$dir/out" 2>&1; }
lint "$dir/good.cu"
if grep -q "error: race" "$dir/out"; then exit 1; fi
lint "$dir/bad.cu"
grep -q "bad.cu:14:.*race on \`s\`: several threads write it" "$dir/out"
echo ok
