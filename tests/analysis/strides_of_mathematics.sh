#!/bin/sh
# Strides that are powers of 2 by a function of mathematics: what it gives to the numbers at hand is
# computed for a witness, and nothing is proved by it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define SUM(name, first, inside)                                                                   \
    __global__ void name(float *out, const float *in)                                              \
    {                                                                                              \
        __shared__ float s[16][16];                                                                \
        const int tx = threadIdx.x, ty = threadIdx.y;                                              \
        s[ty][tx] = in[ty * 16 + tx];                                                              \
        first;                                                                                     \
        for (int i = 1; i <= __log2f(16); i++) {                                                   \
            int stride = __powf(2, i);                                                             \
            if (ty % stride == 0)                                                                  \
                s[ty][tx] += s[ty + stride / 2][tx];                                               \
            inside;                                                                                \
        }                                                                                          \
        out[ty * 16 + tx] = s[ty][tx];                                                             \
    }                                                                                              \
    void run_##name(float *out, const float *in) { name<<<1, dim3(16, 16)>>>(out, in); }
SUM(right, __syncthreads(), __syncthreads())
SUM(wrong_first, , __syncthreads())
SUM(wrong_inside, __syncthreads(), )
#define ONE(name, test)                                                                            \
    __global__ void name(float *out, const float *in)                                              \
    {                                                                                              \
        if (test)                                                                                  \
            __syncthreads();                                                                       \
        out[threadIdx.x] = in[threadIdx.x];                                                        \
    }                                                                                              \
    void run_##name(float *out, const float *in) { name<<<1, 256>>>(out, in); }
ONE(wrong_root, sqrtf(threadIdx.x) < 4)
ONE(open_root, sqrtf(threadIdx.x) < 16)
ONE(open_power, powf(2, threadIdx.x / 32) < 1000)
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/held" 2>&1 || true
says() { grep -q "$1" "$dir/out" || { echo "expected: $1"; cat "$dir/out"; exit 1; }; }
for name in first inside; do
    says "kernel: wrong_$name: findings"
done
for name in right open_root open_power; do
    says "kernel: $name: undecided"
done
[ "$(grep -A1 '^wrong_root' "$dir/held" | grep -c ': divergence')" = 1 ] || { cat "$dir/held"; exit 1; }
