#!/bin/sh
# What loaded data often guarantees is a caveat: places that are loaded lie apart from those behind
# them, and a number among places is there once. Where each thread comes to both, or the number is
# no place, the race is shown.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
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
CU
"$CUDASYNCLINT" --no-cache --isolated --format=json "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
fail() {
    grep -E '"(function|message)":' "$dir/out"
    echo "FAIL: $*"
    exit 1
}
for k in w_sweep w_number w_several; do
    grep -q "\"function\": \"$k\"" "$dir/out" || fail "$k is not shown"
done
for k in r_apart r_place; do
    if grep -q "\"function\": \"$k\"" "$dir/out"; then fail "$k is shown"; fi
done
