#!/bin/sh
# Conditions of the block that no engine solves do not hide a race behind them: it is a finding if
# a block comes there. Two places that are each on a way of its own are none.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void behind(const int *in, int *out, int n, int m)
{
    __shared__ int s[128];
    int i = threadIdx.x;
    if (i > 127 || n * n * n % m != 77231)
        return;
    s[i] = in[i];
    out[i] = s[127 - i];
}
__global__ void behind_a_sum(const int *in, const int *ends, int *out, int n, int m)
{
    __shared__ int s[128];
    int i = threadIdx.x;
    if (n * n * n % m != 77231)
        return;
    int tile = n / m, last = ends[tile] - tile * 8;
    if (i < 128)
        s[i] = in[i];
    if (i < last && i < 128)
        out[i] = s[127 - i];
}
__global__ void with_barrier(const int *in, int *out, int n, int m)
{
    __shared__ int s[128];
    int i = threadIdx.x;
    if (n * n * n % m != 77231)
        return;
    if (i < 128)
        s[i] = in[i];
    __syncthreads();
    if (i < 128)
        out[i] = s[127 - i];
}
__global__ void two_ways(const int *in, int *out, int n, int m)
{
    __shared__ int s[128];
    int i = threadIdx.x;
    if (i > 127)
        return;
    if (n * n * n % m == 77231)
        s[i] = in[i];
    if (m * m * m % n == 77232)
        out[i] = s[127 - i];
}
CU
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q 'k.cu:8:14: error: race on `s`' "$dir/out" || fail "a race behind conditions that are not solved"
grep -q 'k.cu:20:18: error: race on `s`' "$dir/out" || fail "... and a sum of them"
grep -q 'k.cu:22:17: kernel: with_barrier: proved' "$dir/out" || fail "the barrier is not seen"
grep -q 'k.cu:34:17: kernel: two_ways: undecided' "$dir/out" || fail "two ways that may exclude each other"
"$CUDASYNCLINT" --no-cache --format=json "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q '"caveats": "[a-z_ ]*block_comes' "$dir/out" || fail "nothing says that a block must come there"
grep -q '"confidence": "high"' "$dir/out" && fail "surer than medium"
exit 0
