#!/bin/sh
# A kernel that numbers its threads by `16 * threadIdx.y + threadIdx.x`, wherever, was written for rows of 16
# threads: what does not happen in all blocks of such rows is of low confidence.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
/* Right in blocks of X by Y. */
template <int X, int Y> __device__ void load(float (*s)[32], const float *in)
{
    const int t = X * threadIdx.y + threadIdx.x, row = t / 32;
    for (int y = 0; y < 64; y += X * Y / 32)
        if (y + row < 64)
            s[y + row][t % 32] = in[y * 32 + t];
}
template <int X, int Y> __global__ void right_tiles(const float *in, float *o)
{
    __shared__ float s[64][32];
    const int t = X * threadIdx.y + threadIdx.x;
    load<X, Y>(s, in);
    __syncthreads();
    atomicAdd(&o[t], s[63 - t / 32][t % 32]);
}
template <int X, int Y> __global__ void wrong_tiles(const float *in, float *o)
{
    __shared__ float s[64][32];
    const int t = X * threadIdx.y + threadIdx.x;
    s[t / 32][t % 32] = in[t];
    atomicAdd(&o[t], s[t / 32 ^ 1][t % 32]);
}
/* For 64 threads in two rows of 32, as the bounds and the condition say. */
__global__ void __launch_bounds__(64) right_halves(const float *in, float *o)
{
    __shared__ float s[640];
    const bool has = (threadIdx.y * 32 + threadIdx.x) * 8 < 128;
    float sum = 0;
    for (int i = 0; i < 4; i++)
        s[threadIdx.y * 80 + threadIdx.x / 16 * 40 + threadIdx.x % 16 + i * 160] = in[i];
    for (int i = 0; i < 4; i++)
        sum += s[threadIdx.y * 80 + threadIdx.x / 16 * 40 + threadIdx.x % 16 + i * 160];
    if (has)
        atomicAdd(o, sum);
}
__global__ void __launch_bounds__(64) wrong_halves(const float *in, float *o)
{
    __shared__ float s[64];
    s[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.x];
    atomicAdd(o, s[63 - threadIdx.y * 32 - threadIdx.x]);
}
void host(const float *in, float *o, int bx, int by)
{
    dim3 threads(bx, by);
    right_tiles<16, 4><<<1, threads>>>(in, o);
    wrong_tiles<16, 4><<<1, threads>>>(in, o);
}
CU
"$CUDASYNCLINT" --no-cache "$dir/k.cu" --min-confidence=low --format=json >"$dir/json" 2>/dev/null && exit 1
python3 - "$dir/json" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
found = {(f["function"], f["confidence"]) for f in report["findings"] if f["kind"] != "WAW" or
         f["function"].startswith("right")}
assert found == {("right_tiles", "low"), ("wrong_tiles", "medium"), ("right_halves", "low"),
                 ("wrong_halves", "medium")}, found
PY
