#!/bin/sh
# A launch that passes one number twice: what the grid says of it holds for both parameters. The grid
# rounds down here, so no thread returns before the barrier.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
check() { # expected, host code, parameter that is tested
    cat >"$dir/k.cu" <<CU
__global__ void k(float *o, int ld, int m, int n, long more)
{
    __shared__ float s[256];
    int lane = threadIdx.x % 32, row = blockIdx.y * 32 + lane, column = blockIdx.x * 256 + lane;
    if (row >= $3 || column >= n)
        return;
    s[threadIdx.x] = o[row];
    __syncthreads();
    o[row * ld + column] = s[threadIdx.x ^ 1];
}
void run(float *o, int a, const int b, int c)
{
    dim3 grid(b / 256, a / 32);
    $2
}
CU
    "$CUDASYNCLINT" --no-cache --isolated --format=json "$dir/k.cu" >"$dir/out" 2>/dev/null || [ $? -eq 1 ]
    found=no
    ! grep -q barrier-early-exit "$dir/out" || found=yes
    [ "$found" = "$1" ] || { echo "$2 $3: found $found"; exit 1; }
}
check no 'k<<<grid, 256>>>(o, a, a, b, a);' m
check no 'k<<<grid, 256>>>(o, a, a, b, a);' more
check no 'k<<<grid, 256>>>(o, a, a, b, a);' ld
check no 'k<<<grid, 256>>>(o, c, a, b, c);' m
check yes 'k<<<grid, 256>>>(o, a, c, b, a);' m
check yes 'int d = a; a = c; k<<<grid, 256>>>(o, a, a, b, d);' m
check yes 'k<<<grid, 256>>>(o, a, a + 32, b, a);' m
check yes 'k<<<grid, 256>>>(o, a, a, b, c);' more
