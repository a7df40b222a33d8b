#!/bin/sh
# A file that only includes a header and instantiates what is in it: the kernels of the header are
# listed, also if the instantiation fails. A file with functions of its own lists what it uses.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cuh" <<'CU'
#include <vendor/half.h>
template <typename T> __global__ void k(T *a)
{
    __shared__ T s[256];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[255 - threadIdx.x];
}
CU
printf '#include "k.cuh"\ntemplate void run<vendor::half>(float *);\n' >"$dir/a.cu"
printf '#include "k.cuh"\nint main() { return 0; }\n' >"$dir/b.cu"
printf '#include "k.cuh"\nnamespace vendor {\ntemplate <class T> void run(float *);\ntemplate void run<float>(float *);\n}\n' >"$dir/c.cu"
check() {
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$1" >"$dir/out" 2>&1 || [ $? -ne 4 ]
    grep -q "$2" "$dir/out" || { cat "$dir/out"; exit 1; }
}
check a.cu 'k.cuh:2:.*kernel: k:'
check c.cu 'k.cuh:2:.*kernel: k:'
check b.cu '^0 kernels'
