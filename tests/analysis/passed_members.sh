#!/bin/sh
# Members of a struct that a launch passes by value are tied to what the host makes the grid from and
# tests before, as plain arguments are.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/head.cuh" <<'CU'
#include <stdlib.h>
struct inner {
    int tiles, cols;
};
struct sizes {
    float *j;
    inner of;
    int rows;
};
struct shape {
    shape(int c, int r, float *p) : cols(c), rows(r), j(p) {}
    int cols, rows;
    float *j;
};
__device__ void tile(float *j, int cols, int rows)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= cols || y >= rows)
        return;
    __syncthreads();
    j[y * cols + x] = 0;
}
__global__ void packed(sizes p)
{
    tile(p.j, p.of.cols, p.rows);
}
__global__ void made(shape p)
{
    tile(p.j, p.cols, p.rows);
}
CU
run() { # name, what is expected of the kernel, body of the host function
    {
        cat "$dir/head.cuh"
        printf 'void run(float *j, int argc, char **argv)\n{\n    int n = atoi(argv[1]), cols = n, rows = n;\n%s\n}\n' "$3"
    } >"$dir/$1.cu"
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$1.cu" >"$dir/out" 2>&1 || true
    grep -q "$2" "$dir/out" || {
        echo "$1: not \`$2\`"
        cat "$dir/out"
        exit 1
    }
}
check='    if (cols % 16 != 0 || rows % 16 != 0)
        exit(1);
    dim3 grid(cols / 16, rows / 16), block(16, 16);'
fill='    sizes p;
    p.j = j;
    p.of.cols = cols;
    p.rows = rows;'
run checked 'kernel: packed: proved (barriers' "$check
$fill
    packed<<<grid, block>>>(p);"
run unchecked 'kernel: packed: findings (barriers' "    dim3 grid(cols / 16 + 1, rows / 16 + 1), block(16, 16);
$fill
    packed<<<grid, block>>>(p);"
run listed 'kernel: packed: proved (barriers' "$check
    sizes p{j, {1, cols}, rows};
    packed<<<grid, block>>>(p);"
run constructed 'kernel: made: proved (barriers' "$check
    shape p(cols, rows, j);
    made<<<grid, block>>>(p);"
# Another value than the one that was tested.
run changed 'kernel: packed: findings (barriers' "$check
$fill
    p.of.cols = cols + 1;
    packed<<<grid, block>>>(p);"
run sometimes 'kernel: packed: findings (barriers' "$check
$fill
    if (argc > 2)
        p.of.cols = argc;
    packed<<<grid, block>>>(p);"
run swapped 'kernel: made: findings (barriers' "$check
    shape p(cols + 1, rows, j);
    made<<<grid, block>>>(p);"
run later 'kernel: packed: findings (barriers' "$check
    for (int i = 0; i < n; i++) {
        cols = cols + 1;
        sizes p;
        p.j = j;
        p.of.cols = cols;
        p.rows = rows;
        packed<<<grid, block>>>(p);
    }"
run lent 'kernel: packed: findings (barriers' "$check
$fill
    extern void grow(sizes &);
    grow(p);
    packed<<<grid, block>>>(p);"
run constructed_and_changed 'kernel: made: findings (barriers' "$check
    shape p(cols, rows, j);
    p.cols = cols + 1;
    made<<<grid, block>>>(p);"
run reached_by_reference 'kernel: made: findings (barriers' "$check
    shape p(cols, rows, j);
    int &c = p.cols;
    c = cols + 1;
    made<<<grid, block>>>(p);"
