#!/bin/sh
# What comes behind a trap is taken not to happen, so nothing is proved of a kernel that always comes to one; before it there may be
# nothing to check. A trap that a size, a number or a thread beyond the block decides about is a check.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cassert>
#define BODY __shared__ int s[64]; s[threadIdx.x] = 1; __syncthreads(); o[threadIdx.x] = s[63 - threadIdx.x];
#define KERNEL(name, check) __global__ void name(int *o, int n) { check BODY }
KERNEL(nothing_assert, assert(0);)
KERNEL(nothing_asm, asm volatile("trap;");)
KERNEL(ends_behind, o[threadIdx.x] = n; __syncthreads(); __trap();)
KERNEL(ends_first, if (threadIdx.x == 0 && blockIdx.x == 0) __trap();)
KERNEL(ends_some, if (threadIdx.x == 5) __trap();)
KERNEL(right_size, if (blockDim.x != 64) __trap();)
KERNEL(right_more, if (threadIdx.x > 63) __trap();)
KERNEL(right_data, if (n > 3) __trap();)
KERNEL(right_default, switch (n) { case 0: break; case 1: o += 64; break; default: assert(0); })
#define RUN(name) name<<<1, 64>>>(o, n);
void run(int *o, int n)
{
    RUN(nothing_assert) RUN(nothing_asm) RUN(ends_behind) RUN(ends_first) RUN(ends_some)
    RUN(right_size) RUN(right_more) RUN(right_data) RUN(right_default)
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
[ "$(grep -c 'kernel: nothing_[a-z]*: nothing to check' "$dir/out")" = 2 ] || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: ends_[a-z]*: undecided.*: a trap that the program always comes to' "$dir/out")" = 3 ] || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: right_[a-z]*: proved' "$dir/out")" = 4 ] || { cat "$dir/out"; exit 1; }
