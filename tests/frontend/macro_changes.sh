#!/bin/sh
# A macro that changes a variable before it launches: what was made of the variable before is not what the
# kernel gets.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# $1: what the macro does first; $2: what is said of the kernel.
check() {
    cat >"$dir/k.cu" <<CU
#define RUN(p) $1 k<<<1, block>>>(p, n)
__global__ void k(float *p, int n)
{
    float v = p[threadIdx.x];
    if (threadIdx.x < n / 2)
        __syncthreads();
    p[threadIdx.x] = v;
}
void run(float *p, int n)
{
    const int block = n / 2;
    RUN(p);
}
CU
    "$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
    grep -q "kernel: k: $2" "$dir/out" || {
        echo "$1: not $2"
        cat "$dir/out"
        exit 1
    }
}
check '' 'proved (barriers, global in a block)'
check 'n = n / 4;' 'findings (barriers'
