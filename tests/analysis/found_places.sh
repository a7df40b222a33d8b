#!/bin/sh
# What loaded data often guarantees is a caveat: places that are loaded lie apart from those behind
# them, a number among places is there once, and two places that change what they hold are in no
# other pair; also if each thread keeps the numbers in an array of its own. Where each thread comes
# to both, or the number is no place or names a bin, or what is read decides what is written there,
# the race is shown.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cuda_fp16.h>
__global__ void r_apart(int *out, const unsigned *pos, const int *rank, int mod, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned p = pos[i];
        out[p % 3 == 1 ? (p - 1) / 3 : mod + (p - 2) / 3] = rank[i];
    } else if (i == n || i == n + 1) {
        out[i] = 0;
    }
}
__global__ void w_sweep(int *out, const unsigned *pos, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = 0;
        out[pos[i]] = 1;
    }
}
__global__ void r_place(const int *in, const unsigned *values, int *index, int *out, unsigned n) {
    unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    unsigned v = values[i];
    if (v == 0)
        *index = i;
    out[i] = v == 0 ? in[n - 1] : in[v - 1];
}
__global__ void w_number(const int *in, int *index, unsigned n) {
    unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n && in[i] == 0)
        *index = i;
}
__global__ void w_several(const int *in, const unsigned *values, int *index, int *out, unsigned n) {
    unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    unsigned v = values[i];
    if (v > 0) {
        *index = i;
        out[i] = in[v - 1];
    }
}
template <int N> __global__ void r_kept(const int *list, int *first, int *out) {
    __shared__ int s[1024];
    int own[N];
    for (int k = 0; k < N; k++)
        own[k] = list[k * 256 + threadIdx.x];
    for (int k = 0; k < N; k++) {
        if (own[k] == 0)
            *first = threadIdx.x;
        else
            s[own[k] - 1] = k;
    }
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
struct rounded {
    unsigned short x;
    __host__ __device__ rounded(float f) : x(__half_as_ushort(__float2half(f))) {}
    __host__ __device__ operator float() const { return __half2float(__ushort_as_half(x)); }
};
__global__ void r_listed_sum(rounded *sum, const float *in, const int *list, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    sum += list[i];
    rounded t = sum[0];
    for (int k = 0; k < m && in[i * m + k] > 0; k++)
        t = rounded(float(t) + in[i * m + k]);
    sum[0] = t;
}
__global__ void w_short_count(unsigned short *count, const int *list, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        count[list[i]]++;
}
__global__ void r_kept_value(const float *in, float *out, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        sum += in[i];
    if (sum != 0)
        *out = sum;
}
__global__ void w_kept_value_read(const float *in, float *out, int n) {
    float sum = in[threadIdx.x];
    if (sum > 0)
        *out = sum;
    __syncthreads();
    out[threadIdx.x + 1] = *out;
}
__global__ void w_largest(const float *in, float *out, int n) {
    float x = in[threadIdx.x];
    if (x > *out)
        *out = x;
}
__global__ void w_found(const float *in, float *out, int *place, int n) {
    if (in[threadIdx.x] < 0)
        *place = threadIdx.x;
}
__global__ void r_swap(int *a, const int *x, const int *y, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        int t = a[x[i]];
        a[x[i]] = a[y[i]];
        a[y[i]] = t;
    }
}
__global__ void w_bins(const int *in, int *index, int *bins, unsigned n) {
    unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    atomicAdd(&bins[in[i]], 1);
    if (in[i] == 0)
        *index = i;
}
__global__ void w_test_and_set(int *seen, int *level, const int *list, int now, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n && !seen[list[i]])
        seen[list[i]] = now + i;
}
__global__ void w_count(int *count, const int *list, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        count[list[i]]++;
}
__global__ void r_written_before(const int *start, int *t, int *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        t[start[i]] = i;
        out[i] = t[start[i]];
    }
}
__global__ void w_read_back(const int *list, int *out) {
    __shared__ int s[256];
    s[list[threadIdx.x]] = threadIdx.x;
    out[threadIdx.x] = s[list[threadIdx.x]] == threadIdx.x;
}
CU
"$CUDASYNCLINT" --no-cache --isolated --format=json "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
fail() {
    grep -E '"(function|message)":' "$dir/out"
    echo "FAIL: $*"
    exit 1
}
for k in w_sweep w_number w_several w_bins w_test_and_set w_count w_short_count w_read_back w_kept_value_read w_largest w_found; do
    grep -q "\"function\": \"$k\"" "$dir/out" || fail "$k is not shown"
done
for k in r_written_before r_apart r_place r_kept r_listed_sum r_kept_value r_swap; do
    if grep -q "\"function\": \"$k\"" "$dir/out"; then fail "$k is shown"; fi
done
