#!/bin/sh
# A macro that is a pragma: nvcc takes it, here or in a header. What else does not compile is told.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
tool() {
    "$CUDASYNCLINT" --no-cache --isolated -v "$@" 2>&1 || true
}
echo '#define  ALL_PASSES   #pragma unroll' >"$dir/loops.h"
cat >"$dir/k.cu" <<'CU'
#include "loops.h"
#define FOUR #pragma unroll 4
__global__ void k(int *o) {
    int s = 0;
    ALL_PASSES
    for (int i = 0; i < 4; i++)
        s += i;
    FOUR
    for (int i = 0; i < 8; i++)
        s += i;
    o[threadIdx.x] = s;
}
CU
tool "$dir/k.cu" >"$dir/out"
if ! grep -q 'kernel: k: proved' "$dir/out" || grep 'error\|note:' "$dir/out"; then
    cat "$dir/out"
    exit 1
fi
sed -i 's/#define FOUR .*/#define FOUR #progma unroll 4/' "$dir/k.cu"
tool "$dir/k.cu" | grep -q 'k.cu:8:5: error: .*does not take this file'

# A race behind one is found where it stands.
sed -i 's/#progma/#pragma/; s/o\[threadIdx.x\]/o[threadIdx.x \/ 2]/; s/= s;/= s + threadIdx.x;/' "$dir/k.cu"
tool "$dir/k.cu" | grep -q 'k.cu:11:5: warning: race on `o`'
