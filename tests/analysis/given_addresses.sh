#!/bin/sh
# A pointer whose address goes to a function without a body may hold what it held, or what another
# one holds: that it is distinct from others was not checked. cudaMalloc gives new memory. std::tie
# hands its pointers on, to be assigned.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cuda_runtime.h>
#include <tuple>
template <int N> __global__ void turn(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x ^ N];
}
void change(float **p);
void get(float *&p, int n);
float *start(float **p);
void allocated(float *d)
{
    float *e = d;
    cudaMalloc(&e, 256);
    turn<1><<<1, 64>>>(e, d);
}
void changed(float *d)
{
    float *e = d;
    change(&e);
    turn<2><<<1, 64>>>(e, d);
}
void given(float *d)
{
    float *e = d;
    get(e, 3);
    turn<4><<<1, 64>>>(e, d);
}
void chosen(float *d, bool c)
{
    float *e = d;
    float *other = c ? start(&e) : nullptr;
    turn<8><<<1, 64>>>(e, d);
}
void tied(float *d)
{
    float *e, *f;
    cudaMalloc(&e, 256);
    cudaMalloc(&f, 256);
    std::tie(e, f) = std::make_pair(d, d);
    turn<16><<<1, 64>>>(e, f);
}
CU
fail() { cat "$dir/out"; exit 1; }
unchecked='which not all host code was checked for'
for f in changed given chosen tied; do
    sed -e "/^void $f(/,/^}/b" -e '/^void [a-z]*(float \*d/,/^}/d' "$dir/k.cu" >"$dir/$f.cu"
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$f.cu" >"$dir/out" 2>&1 || true
    grep -q "kernel: turn.*$unchecked" "$dir/out" || fail
done
sed '/^void changed/,$d' "$dir/k.cu" >"$dir/one.cu"
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/one.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: turn <1>: proved' "$dir/out" && ! grep -q "$unchecked" "$dir/out" || fail
