#!/bin/sh
# A base class whose header is missing is declared as its use looks like: without it a class would be empty, so
# that elements lie too near, and copies of them store nothing. Nothing is proved of a kernel that uses it; a race
# whatever its size is shown.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <missing/bf16.h>
struct bf : public __missing_bf {
    __device__ bf(float f) : __missing_bf(f) {}
    __device__ float value() { return (float)*this; }
};
#define KERNEL(name, row, column)                                                                   \
    __global__ void name(bf *out, const bf *in)                                                     \
    {                                                                                               \
        extern __shared__ bf s[];                                                                   \
        bf *r = s + (row) * 1024;                                                                   \
        *reinterpret_cast<int4 *>(&r[8 * (column)]) = *reinterpret_cast<const int4 *>(&in[8 * threadIdx.x]); \
        __syncthreads();                                                                            \
        int4 v = *reinterpret_cast<int4 *>(&r[8 * (column)]);                                       \
        *reinterpret_cast<int4 *>(&out[8 * (threadIdx.y * 128 + threadIdx.x)]) = v;                 \
    }
KERNEL(right, threadIdx.y, threadIdx.x)
KERNEL(wrong, threadIdx.y, threadIdx.x / 64)
__global__ void right_copy(bf *out, const bf *in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void wrong_copy(bf *out, const bf *in) { out[threadIdx.x / 64] = in[threadIdx.x]; }
void host(bf *o, bf *i)
{
    right<<<1, dim3(128, 4)>>>(o, i);
    wrong<<<1, dim3(128, 4)>>>(o, i);
    right_copy<<<1, 128>>>(o, i);
    wrong_copy<<<1, 128>>>(o, i);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
for name in right right_copy; do
    grep -q "kernel: $name: undecided.*__missing_bf" "$dir/out" || { cat "$dir/out"; exit 1; }
done
for name in wrong wrong_copy; do
    grep -q "kernel: $name: findings" "$dir/out" || { cat "$dir/out"; exit 1; }
done
