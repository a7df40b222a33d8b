#!/bin/sh
# Blocks of one thread: the two threads of a pair have the same number, in different blocks.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cooperative_groups.h>
__global__ void k(int *p) {
    if (blockIdx.x == 0)
        cooperative_groups::this_grid().sync();
    p[blockIdx.x] = 1;
}
void run(int *p) {
    void *arguments[] = {&p};
    cudaLaunchCooperativeKernel((void *)k, dim3(4), dim3(1), arguments, 0, 0);
}
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
grep -q 'k.cu:4:9: error: .*\[barrier-divergence\]' "$dir/out" || {
    cat "$dir/out"
    exit 1
}
grep -q 'thread 0 of block 0 waits here for thread 0 of block 1' "$dir/out" || {
    cat "$dir/out"
    exit 1
}
