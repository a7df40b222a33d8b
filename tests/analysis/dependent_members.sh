#!/bin/sh
# In a template that nobody instantiates, where in its object a member of a dependent class lies is
# not known: nothing is told of two accesses to it, and nothing proved.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/union.cu" <<'CU'
template <typename T> __global__ void reverse(T *a)
{
    __shared__ union {
        T values[256];
        int other;
    } s;
    s.values[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s.values[255 - threadIdx.x];
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/union.cu" >"$dir/out" 2>&1
grep -q 'kernel: reverse: undecided' "$dir/out" || { cat "$dir/out"; exit 1; }
