#!/bin/sh
# Members of a structure that says how to launch, with the values that its declaration gives them,
# unless something may have changed them.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/types.h" <<'CU'
constexpr int kThreads = 96;
struct plain { int block = 256, grid = 4; };
struct named { int block = kThreads; const int grid = 2; };
struct own { int block = 32, grid = 1; own() { block = 64; } };
struct counted { int rows = 5; int block = rows * 32, grid = 1; };
struct given { int block = 256, grid = 1; given(int n) : block(n) {} };
struct base { int block = 256; };
struct derived : base { int grid = 1; derived() { block = 32; } };
struct listed { int block; int grid; };
void change(plain &c);
__global__ void k(float *p) { p[threadIdx.x] = 1; }
CU
# $1: the body of a host function; $2: the launch, empty where it is not known.
check() {
    printf '#include "types.h"\nvoid other(plain *);\nvoid run(float *p, int n) { %s }\n' "$1" >"$dir/k.cu"
    "$CUDASYNCLINT" --no-cache -q --dump=ir "$dir/k.cu" >"$dir/out" 2>&1 || true
    if [ -n "$2" ]; then
        grep -qF "(launch $2 " "$dir/out"
    else
        grep -q 'launch-unknown' "$dir/out" && ! grep -q '(launch (' "$dir/out"
    fi || {
        echo "$1: not $2"
        cat "$dir/out"
        exit 1
    }
}
launch='k<<<c.grid, c.block>>>(p);'
check "plain c; $launch" '(grid 4 1 1) (block 256 1 1)'
check "plain c{}; $launch" '(grid 4 1 1) (block 256 1 1)'
check "const plain c = {}; $launch" '(grid 4 1 1) (block 256 1 1)'
check "named c; $launch" '(grid 2 1 1) (block 96 1 1)'
check "plain c = plain(); $launch" '(grid 4 1 1) (block 256 1 1)'
check "own c; k<<<1, c.block>>>(p);" '(grid 1 1 1) (block 64 1 1)'
check "given c(64); k<<<1, c.block>>>(p);" '(grid 1 1 1) (block 64 1 1)'
check "plain c{128, 2}; $launch" '(grid 2 1 1) (block 128 1 1)'
check "plain c; change(c); $launch" ''
check "plain c; other(&c); $launch" ''
check "plain c; if (n > 3) c.block = 64; $launch" ''
check "plain c; while (n--) { $launch c.block /= 2; }" ''
check "counted c; $launch" ''
check "derived c; k<<<1, c.block>>>(p);" ''
check "listed c; k<<<1, c.block>>>(p);" ''
check "plain a; plain &c = a; a.block = n; $launch" ''
