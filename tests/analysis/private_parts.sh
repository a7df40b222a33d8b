#!/bin/sh
# What a thread keeps in an array of its own is the same for all only if all that it stores there is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, fill, body)                                                                   \
    __global__ void name(float *out, const float *x)                                               \
    {                                                                                              \
        const int t = threadIdx.x, w = t / 32;                                                     \
        float v[4];                                                                                \
        for (int i = 0; i < 4; i++)                                                                \
            v[i] = fill;                                                                           \
        body;                                                                                      \
    }
__device__ float sum(float v)
{
    for (int d = 16; d; d >>= 1)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}
KERNEL(right_all, sum(x[t + i * 256]), out[w] = v[3])
KERNEL(wrong_last, i < 3 ? sum(x[t + i * 256]) : x[t], out[w] = v[3])
KERNEL(wrong_first, i > 0 ? sum(x[t + i * 256]) : x[t], out[w] = v[0])
KERNEL(wrong_barrier, i < 3 ? x[i] : x[t], if (v[3] > 0) __syncthreads())
KERNEL(right_barrier, i < 3 ? x[i] : x[i * 2], if (v[3] > 0) __syncthreads())
#define RUN(name) name<<<1, 256>>>(out, x)
void run(float *out, const float *x)
{
    RUN(right_all), RUN(right_barrier), RUN(wrong_last), RUN(wrong_first), RUN(wrong_barrier);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" -- -std=c++17 >"$dir/out" 2>&1 || true
says() { grep -q "$1" "$dir/out" || { echo "expected: $1"; cat "$dir/out"; exit 1; }; }
says "kernel: right_all: proved"
says "kernel: right_barrier: proved"
for name in last first barrier; do
    says "kernel: wrong_$name: findings"
done
