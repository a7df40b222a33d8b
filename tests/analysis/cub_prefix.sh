#!/bin/sh
# A block scan whose functor says the prefix leaves its storage open, as one without does.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/scan.cu" <<'CU'
#include <cub/cub.cuh>
struct running {
    int sum;
    __device__ int operator()(int block)
    {
        int old = sum;
        sum += block;
        return old;
    }
};
struct larger {
    __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
typedef cub::BlockScan<int, 128> scan;
__global__ void wrong(const int *x, int *y, int n)
{
    __shared__ scan::TempStorage t;
    running prefix = {0};
    for (int b = 0; b < n; b += 128) {
        int e = x[b + threadIdx.x];
        scan(t).InclusiveScan(e, e, larger(), prefix);
        y[b + threadIdx.x] = e;
    }
}
__global__ void right(const int *x, int *y, int n)
{
    __shared__ scan::TempStorage t;
    running prefix = {0};
    larger op;
    int all;
    for (int b = 0; b < n; b += 128) {
        int e = x[b + threadIdx.x];
        scan(t).ExclusiveScan(e, e, op, prefix);
        __syncthreads();
        scan(t).ExclusiveScan(e, e, 0, op, all);
        __syncthreads();
        scan(t).ExclusiveScan(e, e, 0, op);
        __syncthreads();
        scan(t).InclusiveScan(e, e, op, all);
        __syncthreads();
        y[b + threadIdx.x] = e;
    }
}
void run(const int *x, int *y, int n)
{
    wrong<<<1, 128>>>(x, y, n);
    right<<<1, 128>>>(x, y, n);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/scan.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: wrong: findings' "$dir/out" && grep -q 'kernel: right: proved' "$dir/out" || {
    cat "$dir/out"
    exit 1
}
