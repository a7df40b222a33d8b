#!/bin/sh
# A counter without a sign that steps by the size of the grid up to a bound is a number: a proof
# says that it stays within its type. A grid of one block for each number leaves each one pass.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name)                                                                               \
    __global__ void name(const unsigned n, const float *in, float *out)                            \
    {                                                                                              \
        __shared__ float s[256];                                                                   \
        for (unsigned e = blockIdx.x; e < n; e += gridDim.x) {                                     \
            s[threadIdx.x] = in[e * 256 + threadIdx.x];                                            \
            __syncthreads();                                                                       \
            out[e * 256 + threadIdx.x] = s[0];                                                     \
        }                                                                                          \
    }
KERNEL(right)
KERNEL(right_wide)
KERNEL(wrong_half)
KERNEL(wrong_less)
void run(const float *in, float *out, unsigned n, long many)
{
    const int grid = many;
    right<<<n, 256>>>(n, in, out);
    right_wide<<<grid, 256>>>(many, in, out);
    wrong_half<<<(n + 1) / 2, 256>>>(n, in, out);
    wrong_less<<<n - 1, 256>>>(n, in, out);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
says() { grep -q "$1" "$dir/out" || { echo "expected: $1"; cat "$dir/out"; exit 1; }; }
says 'kernel: right: proved .*counters stay within their types'
says 'kernel: right_wide: proved .*counters stay within their types'
says 'kernel: wrong_half: findings'
says 'kernel: wrong_less: findings'
