#!/bin/sh
# A range-based for over an object of a class runs what the class says: begin(), end(), and of the
# iterator !=, ++ and *. Iterators may be pointers.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/ranges.h" <<'CU'
struct strided {
    struct iterator {
        int at, step;
        __device__ int operator*() const { return at; }
        __device__ iterator &operator++() { at += step; return *this; }
        __device__ bool operator!=(const iterator &end) const { return at < end.at; }
    };
    int from, to, step;
    __device__ iterator begin() const { return {from, step}; }
    __device__ iterator end() const { return {to, step}; }
};
__device__ inline strided over_block(int n) { return {(int)threadIdx.x, n, (int)blockDim.x}; }
template <class T, int N> struct row {
    T data[N];
    __device__ T *begin() { return data; }
    __device__ T *end() { return data + N; }
};
CU
cat >"$dir/good.cu" <<'CU'
#include "ranges.h"
__global__ void fill(float *out, int n)
{
    __shared__ float s[256];
    for (auto i : over_block(256))
        s[i] = i;
    __syncthreads();
    for (auto i : over_block(256))
        out[i] = s[255 - i];
}
__global__ void rows(float *out)
{
    __shared__ float s[64];
    row<float, 4> mine;
    for (float &x : mine)
        x = threadIdx.x;
    s[threadIdx.x] = mine.data[0];
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
void run(float *out, int n) { fill<<<1, 64>>>(out, n); rows<<<1, 64>>>(out); }
CU
sed 's/    __syncthreads();//' "$dir/good.cu" >"$dir/bad.cu"
sed 's/        out\[i\] = s/        __syncthreads(), out[i] = s/; s/over_block(256)/over_block(n)/' \
    "$dir/good.cu" >"$dir/hangs.cu"
lint() { "$CUDASYNCLINT" --no-cache --isolated -v --fail-on=never "$1" 2>&1; }
lint "$dir/good.cu" >"$dir/out"
grep -q "kernel: fill: proved (barriers, shared, global in a block)" "$dir/out"
grep -q "kernel: rows: proved (barriers, shared, global in a block)" "$dir/out"
lint "$dir/bad.cu" >"$dir/out"
grep -q "bad.cu:9:.*error: race on \`s\`" "$dir/out"
grep -q "bad.cu:19:.*error: race on \`s\`" "$dir/out"
lint "$dir/hangs.cu" >"$dir/out"
grep -q "hangs.cu:9:.*error: .*\[barrier-divergent-loop\]" "$dir/out"
# Which of several methods it is only the compiler says.
cat >"$dir/several.cu" <<'CU'
struct end_of_all {};
struct place {
    int i;
    __device__ int operator*() const { return i; }
    __device__ place &operator++() { ++i; return *this; }
    __device__ bool operator!=(end_of_all) const { return i < 0; }
    __device__ bool operator!=(const place &o) const { return i != o.i; }
};
struct four {
    __device__ place begin() const { return {0}; }
    __device__ place end() const { return {4}; }
};
__global__ void kernel(float *o)
{
    __shared__ float b[64];
    b[threadIdx.x] = 0;
    __syncthreads();
    for (int i : four())
        b[i] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = b[threadIdx.x ^ 1];
}
void run(float *o) { kernel<<<1, 64>>>(o); }
CU
lint "$dir/several.cu" >"$dir/out"
grep -q "kernel: kernel: undecided: .*range-based for" "$dir/out"
sed '/end_of_all/d' "$dir/several.cu" >"$dir/one.cu"
sed 's/end() const { return {4}/end() const { return {0}; } __device__ place end() { return {4}/; s/int i : four()/int i : all/; s/^    b\[threadIdx.x\] = 0/    four all;\n&/' \
    "$dir/one.cu" >"$dir/constant.cu"
for file in one constant; do
    lint "$dir/$file.cu" >"$dir/out"
    grep -q "$file.cu:1[78]:.*race on \`b\`" "$dir/out"
done
echo ok
