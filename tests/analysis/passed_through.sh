#!/bin/sh
# What a launch in a helper passes on was tested by the function that calls it: by value, by reference or
# by address to what the helper may not change.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
run() { # name, verdict, helper, what main does with it
    cat >"$dir/$1.cu" <<CU
#include <stdlib.h>
struct sizes {
    float *j;
    int cols, rows;
};
__global__ void packed(sizes p)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= p.cols || y >= p.rows)
        return;
    __syncthreads();
    p.j[y * p.cols + x] = 0;
}
$3
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), cols = n, rows = n;
    if (cols % 16 != 0 || rows % 16 != 0)
        exit(1);
    sizes p;
    p.j = (float *)argv;
    p.cols = cols;
    p.rows = rows;
    dim3 grid(cols / 16, rows / 16), block(16, 16);
    $4
}
CU
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$1.cu" >"$dir/out" 2>&1 || true
    grep -q "kernel: packed: $2" "$dir/out" || {
        echo "$1: not $2"
        cat "$dir/out"
        exit 1
    }
}
fill='sizes q; q.j = j; q.cols = c; q.rows = r;'
run value proved 'static void go(sizes p, dim3 g, dim3 b) { packed<<<g, b>>>(p); }' 'go(p, grid, block);'
run reference proved 'static void go(const sizes &p, dim3 g, dim3 b) { packed<<<g, b>>>(p); }' 'go(p, grid, block);'
run address proved 'static void go(const sizes *p, dim3 g, dim3 b) { packed<<<g, b>>>(*p); }' 'go(&p, grid, block);'
run grid_inside proved \
    'static void go(sizes p) { dim3 g(p.cols / 16, p.rows / 16), b(16, 16); packed<<<g, b>>>(p); }' 'go(p);'
run address_inside proved \
    'static void go(const sizes *p) { dim3 g(p->cols / 16, p->rows / 16), b(16, 16); packed<<<g, b>>>(*p); }' 'go(&p);'
run numbers proved "static void go(float *j, int c, int r, dim3 g, dim3 b) { $fill packed<<<g, b>>>(q); }" \
    'go(p.j, cols, rows, grid, block);'
# Changed by the helper, before the call, in one of two calls, by another function that calls it.
run changed_value findings 'static void go(sizes p, dim3 g, dim3 b) { p.cols++; packed<<<g, b>>>(p); }' 'go(p, grid, block);'
run changed_there findings 'static void go(sizes *p, dim3 g, dim3 b) { p->cols++; packed<<<g, b>>>(*p); }' 'go(&p, grid, block);'
run changed_before findings 'static void go(const sizes &p, dim3 g, dim3 b) { packed<<<g, b>>>(p); }' \
    'p.cols = cols + 1; go(p, grid, block);'
run two_calls findings 'static void go(const sizes &p, dim3 g, dim3 b) { packed<<<g, b>>>(p); }' \
    'go(p, grid, block); sizes q; q.j = p.j; q.cols = cols + 1; q.rows = rows; go(q, grid, block);'
run other_number findings "static void go(float *j, int c, int r, dim3 g, dim3 b) { $fill packed<<<g, b>>>(q); }" \
    'go(p.j, cols + 1, rows, grid, block);'
run other_caller findings "void go(float *j, int c, int r, dim3 g, dim3 b) { $fill packed<<<g, b>>>(q); }
void other(float *j) { go(j, 17, 17, dim3(2, 2), dim3(16, 16)); }" 'go(p.j, cols, rows, grid, block);'
run itself findings "void go(float *j, int c, int r, dim3 g, dim3 b) {
    if (c % 16 == 0) go(j, c - 1, r, g, b);
    $fill packed<<<g, b>>>(q); }" 'go(p.j, cols, rows, grid, block);'
