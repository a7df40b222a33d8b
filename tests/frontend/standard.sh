#!/bin/sh
# A source of C++20 without -std, with other flags given: it is parsed as C++20, with these flags.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/include"
echo '#define STEP 1' >"$dir/include/step.h"
cat >"$dir/k.cu" <<'CU'
#include "step.h"
template <class T> concept small = sizeof(T) <= FEW;
template <small T> __device__ T next(T x) { return x + STEP; }
__global__ void k(int *o) { o[threadIdx.x] = next<int>(1); }
void run(int *o) { k<<<1, 64>>>(o); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" -- -I"$dir/include" -DFEW=4 >"$dir/out" 2>&1 || true
grep -q 'kernel: k: proved' "$dir/out" || {
    cat "$dir/out"
    exit 1
}
