#!/bin/sh
# A number that a template leaves open may be anything. What happens only if it is negative or larger than
# any block is of low confidence, unless the code is there for no other.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
template <int N> __device__ int sums(int v, volatile int *s, unsigned t)
{
    __syncthreads();
    if (t % 32 == 31)
        s[t / 32] = v;
    __syncthreads();
    if (t < N / 32) {
        int u = s[t];
        __syncwarp();
        s[t + 1] = u;
    }
    __syncthreads();
    return v + s[t / 32];
}
template <int N, typename T> __global__ void low_warps(T *out, const T *in)
{
    __shared__ int s[N * 2];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sums<N>(in[threadIdx.x], s, threadIdx.x);
}
template <int N, typename T> __global__ void medium_halves(T *out, const T *in)
{
    __shared__ int s[N * 2];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sums<N * 16>(in[threadIdx.x], s, threadIdx.x);
}
template <int N, typename T> __global__ void medium_large(T *out, const T *in)
{
    __shared__ int s[N * 2];
    int v = in[threadIdx.x];
    if (N > 2000)
        v = sums<N>(v, s, threadIdx.x);
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
template <int N, typename T> __global__ void medium_negative(T *out, const T *in)
{
    __shared__ int s[1024];
    int v = in[threadIdx.x];
    if (N < 0) {
        s[threadIdx.x] = v;
        v = s[threadIdx.x ^ 32];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
CU
"$CUDASYNCLINT" --no-cache --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
python3 - "$dir/out" <<'PY'
import re, sys
of, kernel = {}, None
for line in open(sys.argv[1]):
    if m := re.match(r"(\w+):$", line):
        kernel = m[1]
    elif m := re.match(r"  line \d+: race, (\w+): (.*)", line):
        of[kernel] = (m[1], m[2].split())
assert len(of) == 4 and all(n.startswith(of[n][0]) for n in of), of
assert [n for n in of if "large_number" in of[n][1]] == ["low_warps"], of
PY
