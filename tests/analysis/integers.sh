#!/bin/sh
# Numbers as they are in CUDA (integers.cu): 64 unsigned bits, narrow counters, products that do not
# fit, 24-bit products, launches from the device, surfaces, assert() with and without NDEBUG.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "FAIL: $*"; cat "$dir/out"; exit 1; }
check() { # ARGUMENT...
    CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache -v --block-dim=64 tests/analysis/integers.cu "$@" >"$dir/out" 2>&1 || true
    grep 'kernel: ' "$dir/out" | sed 's/.*kernel: //' >"$dir/kernels"
}
numbers='counters stay within their types
no loop makes 2^31 passes
indices do not wrap'

check
[ "$(grep -c __global__ tests/analysis/integers.cu)" = "$(wc -l <"$dir/kernels")" ] || fail "kernels are missing"
! grep '^bad_[a-z0-9_]*: proved' "$dir/kernels" || fail "a wrong kernel is proved"
! grep '^undecided_.*: proved' "$dir/kernels" || fail "what is not followed is proved"
! grep '^assumed_[a-z0-9_]*: proved' "$dir/kernels" | grep -v -F "$numbers" || fail "an assumption is not listed"
! grep '^good_' "$dir/kernels" | grep -v '^good_[a-z0-9_]*: proved' || fail "a right kernel is not proved"
grep '^asserted: .*assuming.*what the source asserts holds' "$dir/kernels" >/dev/null || fail "assert() is no listed assumption"
check -- -DNDEBUG
grep '^asserted: findings' "$dir/kernels" >/dev/null || fail "assert() counts with NDEBUG"

# The file's own NDEBUG, and that each inclusion of either header looks at it anew.
for header in assert.h cassert; do
    cat >"$dir/own.cu" <<CU
#include <$header>
__global__ void before(int *o, int n) { __shared__ int s[64]; int t = threadIdx.x; assert(n == 0); s[n ? 0 : t] = t; __syncthreads(); o[t] = s[t]; }
#define NDEBUG
#include <$header>
__global__ void between(int *o, int n) { __shared__ int s[64]; int t = threadIdx.x; assert(n == 0); s[n ? 0 : t] = t; __syncthreads(); o[t] = s[t]; }
#undef NDEBUG
#include <$header>
__global__ void after(int *o, int n) { __shared__ int s[64]; int t = threadIdx.x; assert(n == 0); s[n ? 0 : t] = t; __syncthreads(); o[t] = s[t]; }
CU
    "$CUDASYNCLINT" --no-cache -v --block-dim=64 "$dir/own.cu" >"$dir/out" 2>&1 || true
    grep 'kernel: before: proved.*what the source asserts holds' "$dir/out" >/dev/null || fail "assert() of $header"
    grep 'kernel: between: findings' "$dir/out" >/dev/null || fail "NDEBUG before a further <$header>"
    grep 'kernel: after: proved' "$dir/out" >/dev/null || fail "no NDEBUG before a further <$header>"
done
