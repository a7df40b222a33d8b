#!/bin/sh
# The audit counts what the source does; lowering came to all of it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ int twice(int x) { return x + x; }
__global__ void k(int *p)
{
    int i = threadIdx.x;
    i += 1;
    p[i] = twice(i);
    if (sizeof(twice(i)) == 4)
        p[i]++;
    __syncthreads();
}
CU
"$CUDASYNCLINT" --no-cache --isolated -q --dump=audit "$dir/k.cu" >"$dir/out"
grep -qx 'audit: k: 2 calls, 3 stores, 0 others, 0 of them not lowered' "$dir/out" || {
    cat "$dir/out"
    exit 1
}
# What is left out is accounted for, with braces and without.
cat >"$dir/k.cu" <<'CU'
__device__ bool g(int *p) { return p[0] != p[1]; }
template <bool W> __global__ void k(int *p)
{
    if (W)
        __syncthreads();
    if (!W)
        p[threadIdx.x] = 1;
    else
        g(p);
    while (W)
        g(p);
    switch (W) {
    case 1: g(p);
    }
    W && g(p);
}
void run(int *p) { k<false><<<1, 128>>>(p); }
CU
"$CUDASYNCLINT" --no-cache --isolated -q --dump=audit "$dir/k.cu" >"$dir/out"
grep -q '^audit: k: .* 0 of them not lowered' "$dir/out" || {
    cat "$dir/out"
    exit 1
}
