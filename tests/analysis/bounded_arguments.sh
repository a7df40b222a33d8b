#!/bin/sh
# What operators around an argument leave it: a value that no launch can pass is no witness. In w_ kernels one of
# those that are left is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
template <class T> __host__ __device__ T min(T a, T b) { return a < b ? a : b; }
template <class T> __host__ __device__ T max(T a, T b) { return a > b ? a : b; }
#define K(name, T, value, host, passed)                                                            \
    __global__ void name(float *o, T m)                                                            \
    {                                                                                              \
        __shared__ float s[256];                                                                   \
        s[threadIdx.x] = o[threadIdx.x];                                                           \
        if (m != value)                                                                            \
            __syncthreads();                                                                       \
        o[threadIdx.x] = s[255 - threadIdx.x];                                                     \
    }                                                                                              \
    void launch_##name(float *o, host, unsigned char c)                                            \
    {                                                                                              \
        name<<<1, 256>>>(o, passed);                                                               \
    }
K(r_mask, int, 4, int n, n & 3)
K(w_mask, int, 3, int n, n & 3)
K(r_negative_mask, int, -1, int n, n & 1023)
K(w_both_negative, int, -16, int n, n & -16)
K(r_rest, unsigned, 4, unsigned n, n % 4)
K(w_rest, unsigned, 3, unsigned n, n % 4)
K(w_signed_rest, int, -3, int n, n % 4)
K(r_signed_rest, int, -4, int n, n % 4)
K(r_comparison, int, 2, int n, n > 7)
K(w_comparison, int, 1, int n, n > 7)
K(r_narrow, int, 256, int n, c)
K(w_narrow, int, 255, int n, c)
K(r_min, int, 65, int n, min(n, 64))
K(w_min, int, -7, int n, min(n, 64))
K(r_max, int, 5, int n, max(n, 6))
K(w_max, int, 6, int n, max(n, 6))
K(r_choice, int, 3, int n, n ? n & 1 : 2)
K(w_choice, int, 2, int n, n ? n & 1 : 2)
K(w_open_choice, int, 3, int n, n ? n : 2)
K(r_converted, unsigned, 8, int n, (unsigned)(n & 7))
K(w_converted, unsigned, 0xfffffffd, int n, (unsigned)(n % 4))
K(w_shortened, short, -2, int n, (short)(n & 0xffff))
K(w_unknown_rest, int, 4, int n, n % c)
__global__ void r_variable(float *o, int m)
{
    __shared__ float s[256];
    s[threadIdx.x] = o[threadIdx.x];
    if (m != 4)
        __syncthreads();
    o[threadIdx.x] = s[255 - threadIdx.x];
}
void launch_variable(float *o, int n)
{
    const int part = n & 3;
    r_variable<<<1, 256>>>(o, part);
}
__global__ void w_variable(float *o, int m)
{
    __shared__ float s[256];
    s[threadIdx.x] = o[threadIdx.x];
    if (m != 4)
        __syncthreads();
    o[threadIdx.x] = s[255 - threadIdx.x];
}
void launch_changed(float *o, int n)
{
    int part = n & 3;
    if (n > 100)
        part = n;
    w_variable<<<1, 256>>>(o, part);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
failed=0
for name in $(grep -oE '\b[rw]_[a-z_]+' "$dir/k.cu" | sort -u); do
    case $name in r_*) verdict=proved ;; *) verdict=findings ;; esac
    grep -q "kernel: $name: $verdict" "$dir/out" || {
        grep "kernel: $name:" "$dir/out" || echo "$name: nothing"
        failed=1
    }
done
exit $failed
