#!/bin/sh
# Kernels that are launched cooperatively: races of their blocks are asked for without a barrier of the grid, too.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define STORE int i = blockIdx.x * 128 + threadIdx.x; p[i] = i;
#define READ o[i] = p[64 * 128 - 1 - i];
__global__ void right(int *o, int *p) { STORE cg::this_grid().sync(); READ }
__global__ void lost(int *o, int *p) { STORE READ }
__global__ void of_block(int *o, int *p) { STORE __syncthreads(); READ }
__global__ void plain(int *o, int *p) { STORE READ }
void run(int *o, int *p)
{
    void *a[] = {&o, &p};
    cudaLaunchCooperativeKernel((void *)right, dim3(64), dim3(128), a, 0, 0);
    cudaLaunchCooperativeKernel((void *)lost, dim3(64), dim3(128), a, 0, 0);
    cudaLaunchCooperativeKernel((void *)of_block, dim3(64), dim3(128), a, 0, 0);
    plain<<<64, 128>>>(o, p);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
is() # KERNEL VERDICT
{
    grep -q "kernel: $1: $2" "$dir/out" || { echo "$1 is not: $2"; cat "$dir/out"; exit 1; }
}
is right 'proved .*grid'
is lost 'findings (grid'
is of_block 'findings (grid'
is plain 'proved (global in a block)'
[ "$(grep -c 'grid-race' "$dir/out")" = 2 ]
