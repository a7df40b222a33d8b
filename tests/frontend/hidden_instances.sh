#!/bin/sh
# Instances that only a list of initialisers names, `{k<32>, k<64>}`, cannot be looked at: the other
# instances of the template do not speak for them. Likewise those that a host template of such a list
# launches.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
# $1: host code. Each thread reads what it has written itself if N is 32, another's if it is 64.
tool() {
    cat >"$dir/k.cu" <<CU
template <int N> __global__ void sums(float *a)
{
    __shared__ float s[128];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[threadIdx.x ^ (N / 64 * 32)];
}
typedef void (*function)(float *);
template <int N> void go(float *a) { sums<N><<<1, 64>>>(a); }
$1
CU
    "$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
}
tool 'static const function table[] = {sums<32>, sums<64>};
void run(float *a, int i) { if (i < 0) sums<32><<<1, 64>>>(a); else table[i]<<<1, 64>>>(a); }'
grep -q 'undecided.*1 more instances than are analysed' "$dir/out" || fail "a table of kernels"
tool 'void run(float *a, int i) {
    struct entry { int n; function k; } all[] = {{32, &sums<32>}, {64, &sums<64>}};
    if (i < 0) sums<32><<<1, 64>>>(a); else all[i].k<<<1, 64>>>(a); }'
grep -q 'undecided.*1 more instances than are analysed' "$dir/out" || fail "a table in a function"
tool 'static const function table[] = {go<32>, go<64>};
void run(float *a, int i) { if (i < 0) go<32>(a); else table[i](a); }'
grep -q 'undecided.*1 more instances than are analysed' "$dir/out" || fail "a table of host functions"
tool 'static const function table[] = {sums< 32 >}, hosts[] = {go<32>};
void run(float *a, int i) { go<32>(a); table[i]<<<1, 64>>>(a); hosts[i](a); }'
grep -q 'sums <32>: proved' "$dir/out" || fail "an instance that is known is taken for another"
