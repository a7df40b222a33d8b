#!/bin/sh
# A kernel that never asks for the size of its block and waits for none of it may be made for one warp: races of two
# warps there are of medium confidence at most, unless a launch says that there are several.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void for_a_warp(const float *x, float *y, int nb)
{
    int i = blockIdx.x, row = threadIdx.x / 8, column = threadIdx.x % 8;
    if (8 * i + column >= nb)
        return;
    y += 256 * i + 32 * column + 4 * row;
    for (int l = 0; l < 4; l++) {
        y[l] = x[8 * i + column] * l;
        y[l + 16] = x[8 * i + column] + l;
    }
}
CU
tool() {
    "$CUDASYNCLINT" --no-cache --isolated --format=json "$@" 2>/dev/null | tr -d ' \n' || true
}
tool "$dir/k.cu" | grep -q '"confidence":"medium".*"caveats":"some_shapes"'
{ cat "$dir/k.cu" && echo 'void run(float *x, int n) { for_a_warp<<<n / 256, 64>>>(x, x + n, n); }'; } >"$dir/launched.cu"
tool "$dir/launched.cu" | grep -q '"confidence":"high"'
{ cat "$dir/k.cu" && echo 'void run(float *x, int n) { for_a_warp<<<n / 256, 32>>>(x, x + n, n); }'; } >"$dir/right.cu"
if tool "$dir/right.cu" | grep -q '"rule"'; then
    exit 1
fi
