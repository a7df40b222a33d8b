#!/bin/sh
# Variables that count in every few passes of a loop (constructs/every_few.txt), and barriers that are used in turn (in_turn.txt).
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=every_few
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=in_turn

# At a named barrier at which no thread waits no arrival comes too early.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp tests/analysis/constructs/prelude.cuh "$dir"
cat >"$dir/k.cu" <<'CU'
#include "prelude.cuh"
__global__ void k(int *o, const int *in, int n)
{
    __shared__ int s[2][128];
    int t = threadIdx.x, v = 0;
    if (t < 128)
        for (int i = 0; i < n; i++) { ASM("bar.sync 3, 256;" ::); s[(i + 1) % 2][t] = in[i * 128 + t]; ASM("bar.arrive 1, 256;" ::); }
    else
        for (int i = 0; i < n; i++) { ASM("bar.sync 3, 256;" ::); ASM("bar.arrive 1, 256;" ::); v += s[i % 2][255 - t]; }
    o[t] = v;
}
void run(int *o, const int *in, int n) { k<<<1, 256>>>(o, in, n); }
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/k.cu" >"$dir/out" 2>&1 || { cat "$dir/out"; exit 1; }
