#!/bin/sh
# A size of 64 bits that a kernel keeps in 32: threads part only for sizes that do not fit, which is
# not what such a loop gets wrong. Where it goes wrong for any size, that stays.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, rounded)                                                                      \
    __global__ void name(const float *in, long long n, float *out)                                 \
    {                                                                                              \
        __shared__ float s[512];                                                                   \
        int first = blockIdx.x * blockDim.x + threadIdx.x;                                         \
        int end = rounded;                                                                         \
        for (int i = first; i < end; i += blockDim.x * gridDim.x) {                                \
            s[threadIdx.x] = i < n ? in[i] : 0;                                                    \
            __syncthreads();                                                                       \
            if (i < n)                                                                             \
                out[i] = s[511 - threadIdx.x];                                                     \
            __syncthreads();                                                                       \
        }                                                                                          \
    }
KERNEL(right, n % blockDim.x > 0 ? n - n % blockDim.x + blockDim.x : n)
KERNEL(wrong, n)
void run(const float *in, long long n, float *out)
{
    right<<<512, 512>>>(in, n, out);
    wrong<<<512, 512>>>(in, n, out);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'line 15: divergence, low: parameter wide_number$' "$dir/out" &&
    grep -q 'k.cu:16:.*barrier-divergent-loop' "$dir/out" || {
    cat "$dir/out"
    exit 1
}
