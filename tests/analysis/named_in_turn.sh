#!/bin/sh
# A named barrier that the same threads pass twice in each pass of a loop is told apart by its uses, beside barrier objects of which
# each pass has one phase. PTX ISA, "bar": nothing but the number of threads that have come opens it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp tests/analysis/constructs/prelude.cuh "$dir"
kernel() { # FIRST SECOND
    cat >"$dir/k.cu" <<CU
#include "prelude.cuh"
__global__ void k(int *o, const int *in, int n)
{
    __shared__ alignas(128) int s[2][128];
    __shared__ u64 full[2], empty[2];
    int t = threadIdx.x;
    if (t < 2) { INIT(full[t], 1); INIT(empty[t], 1); }
    __syncthreads();
    if (t == 128)
        for (int i = 0; i < n; i++) {
            WAIT(empty[i % 2], i / 2 & 1 ^ 1);
            EXPECT(full[i % 2], 512);
            LOAD(s[i % 2], in + i * 128, 512, full[i % 2]);
        }
    else if (t < 128)
        for (int i = 0; i < n; i++) {
            WAIT(full[i % 2], i / 2 & 1);
            const int v = s[i % 2][127 - t];
            $1
            s[i % 2][t] = v;
            $2
            o[i * 128 + t] = s[i % 2][t ^ 32];
            ASM("bar.sync 1, 128;" ::);
            if (t == 0) { PROXY(); ARRIVE(empty[i % 2]); }
        }
}
void run(int *o, const int *in, int n) { k<<<1, 160>>>(o, in, n); }
CU
}
say() {
    CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --isolated -v --arch=sm_90 "$dir/k.cu" >"$dir/out" 2>&1 || true
    grep -q "$1" "$dir/out" || { cat "$dir/out"; exit 1; }
}
all='ASM("bar.sync 1, 128;" ::);'
kernel "$all" "PROXY(); $all"
say ': kernel: k: proved (barriers, shared, global in a block, async)'
kernel "$all" "PROXY();"
say ': kernel: k: \(findings\|undecided\)'
kernel "if (t < 64) ASM(\"bar.sync 1, 64;\" ::); else ASM(\"bar.sync 1, 64;\" ::);" "PROXY(); $all"
say ': kernel: k: \(findings\|undecided\)'
kernel 'ASM("bar.sync 1, 64;" ::);' "PROXY(); $all"
say ': kernel: k: \(findings\|undecided\)'
kernel "if (i % 2) $all" "PROXY(); $all"
say ': kernel: k: \(findings\|undecided\)'
kernel "$all" "PROXY(); if (in[i]) $all"
say ': kernel: k: \(findings\|undecided\)'
