#!/bin/sh
# Objects of classes that nothing declares: a race across them is told with medium confidence unless
# something about them suggests a barrier, and never proved away.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
# One kernel whose threads read what others have stored; $1 lies between.
check() {
    cat >"$dir/k.cu" <<CU
#include <vendor/vector.hpp>
__global__ void k(view v, const int *in, int *out)
{
    __shared__ int s[256];
    vendor::vec<int> list(v);
    int t = threadIdx.x, x = list[t];
    s[t] = x;
    $1
    out[t] = s[255 - t];
}
void run(view v, const int *in, int *out) { k<<<1, 256>>>(v, in, out); }
CU
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
}
told() {
    check "$1"
    grep -q 'k.cu:9:.*\[shared-race\]' "$dir/out" || fail "not told: $1"
    check "$1 __syncthreads();"
    ! grep -q 'shared-race' "$dir/out" || fail "told with a barrier: $1"
    ! grep -q ' proved' "$dir/out" || fail "proved: $1"
}
hidden() {
    check "$1"
    ! grep -q 'shared-race' "$dir/out" || fail "told: $1"
    ! grep -q ' proved' "$dir/out" || fail "proved: $1"
}
told 'x = list[t];'
told 'x += list.at(t); x += list.size();'
told 'vendor::vec<int> other(v); x += other[x];'
hidden 'x += list.wait(t);'
hidden 'x += list.block_sum(x);'
hidden 'list.put(x);'
hidden 'x += list.sum_up(s);'
hidden 'vendor::guard g(v); x += g[t];'
hidden 'x += combine(x);'

# What one thread got from a call, to get to the barrier, is a value as good as loaded.
cat >"$dir/k.cu" <<'CU'
#include <vendor/vector.hpp>
__global__ void k(view v, const int *n, int *out)
{
    __shared__ int s[256];
    vendor::vec<int> list(v);
    if (threadIdx.x < *n)
        s[threadIdx.x] = list[threadIdx.x];
    else
        return;
    if (list.at(threadIdx.x) == n[1])
        return;
    __syncthreads();
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'k.cu:12:.*\[barrier-early-exit\]' "$dir/out" || fail "early exit"
