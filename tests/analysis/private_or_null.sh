#!/bin/sh
# A pointer that is null or leads to memory of the thread's own.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/private.cu" <<'CU'
__global__ void right_in_place(float *o, const float *in, float *wanted)
{
    float v = 0, *p = wanted ? &v : nullptr;
    if (p)
        *p = in[threadIdx.x];
    __syncthreads();
    if (p)
        o[threadIdx.x] = *p;
}
__device__ bool solve(float x, float *derivative)
{
    if (derivative)
        *derivative = x * 2;
    return x > 0;
}
__global__ void right_in_call(float *o, const float *in, bool wanted)
{
    float d;
    solve(in[threadIdx.x], wanted ? &d : nullptr);
    if (wanted)
        o[threadIdx.x] = d;
}
__global__ void wrong_shared(float *o, const float *in, bool wanted)
{
    __shared__ float d;
    solve(in[threadIdx.x], wanted ? &d : nullptr);
    __syncthreads();
    if (wanted)
        o[threadIdx.x] = d;
}
void run(float *o, const float *in, float *wanted)
{
    right_in_place<<<1, 128>>>(o, in, wanted);
    right_in_call<<<1, 128>>>(o, in, wanted);
    wrong_shared<<<1, 128>>>(o, in, wanted);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/private.cu" >"$dir/out" 2>&1 || true
[ "$(grep -c 'kernel: right_[a-z_]*: proved' "$dir/out")" = 2 ] &&
    grep -q 'kernel: wrong_shared: findings' "$dir/out" || {
    cat "$dir/out"
    exit 1
}
