#!/bin/sh
# Barrier objects have to be initialised before they are used (constructs/initial.txt).
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=initial

# Without a pass of the loop nothing initialises the object behind it.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp tests/analysis/constructs/prelude.cuh "$dir"
cat >"$dir/k.cu" <<'CU'
#include "prelude.cuh"
__global__ void k(int *o, int n)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    __shared__ int s[128];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        if (t == 0) init(&b, 128);
        __syncthreads();
        s[t] = i;
        b.arrive_and_wait();
        o[t] += s[127 - t];
        __syncthreads();
    }
    b.arrive_and_wait();
    s[t] = 1;
}
void run(int *o, int n) { k<<<1, 128>>>(o, n); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
grep -q ': kernel: k: \(undecided\|findings\)' "$dir/out" || { cat "$dir/out"; exit 1; }
