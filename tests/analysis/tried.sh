#!/bin/sh
# Races and barriers that are used wrongly, as a trial of the block finds them (constructs/tried.txt):
# right ones are proved, all slips are found.
set -eu
CSL_CHECK_REPLAY=1 python3 tests/analysis/constructs.py "$CUDASYNCLINT" --groups=tried

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp tests/analysis/constructs/prelude.cuh "$dir"
say() {
    CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --isolated -v --arch=sm_90 "$dir/k.cu" >"$dir/out" 2>&1 || true
    grep -q "$1" "$dir/out" || { cat "$dir/out"; exit 1; }
}
kernel() {
    printf '#include "prelude.cuh"\n__global__ void k(int *o, const int *in, int n)\n{\n    int t = threadIdx.x;\n' >"$dir/k.cu"
    cat >>"$dir/k.cu"
    printf '}\nvoid run(int *o, const int *in, int n) { k<<<1, 256>>>(o, in, n); }\n' >>"$dir/k.cu"
}

# The two threads, the pass and the numbers are those of the trial.
kernel <<'CU'
    __shared__ int s[3][128];
    int v = 0;
    if (t < 128) {
        for (int i = 0; i < n; i++) {
            s[i % 2][t] = in[i * 128 + t];
            ASM("bar.sync %0, 256;" ::"r"(1 + i % 3));
        }
    } else {
        for (int i = 0; i < n; i++) {
            ASM("bar.sync %0, 256;" ::"r"(1 + i % 3));
            v += s[i % 3][255 - t];
        }
        o[t] = v;
    }
CU
say 'race on `s`: no barrier between .* \[shared-race\]'
grep -q 'help: let the thread of line [0-9]* arrive at a barrier object, or a named barrier' "$dir/out" || { cat "$dir/out"; exit 1; }
"$CUDASYNCLINT" --no-cache --isolated --format=json "$dir/k.cu" >"$dir/out" 2>&1 || true
[ "$(grep -c '"text": "passes bar.sync"' "$dir/out")" = 2 ] || { cat "$dir/out"; exit 1; } # of either thread

# What stands behind a decision by data may not happen, and what it changes is not known: nothing is
# said of it.
kernel <<'CU'
    __shared__ u64 b[2];
    int k = 0;
    if (in[0] > n) k = 1;
    if (in[0] <= n) k = 1;
    if (t == 0) INIT(b[1], 256);
    __syncthreads();
    ARRIVE(b[k]);
    WAIT(b[k], 0);
    o[t] = k;
CU
say ': kernel: k: \(proved\|undecided\)'

# How the memory is laid out depends on a parameter, which is larger when it is used.
kernel <<'CU'
    extern __shared__ int s[];
    int v = 0, *a = s, *b = s + n;
    for (int i = 0; i < 5; i++) {
        if (t < 128) {
            a[t] = in[i * 128 + t];
            b[t] = in[i * 128 + t];
            ASM("bar.arrive %0, 256;" ::"r"(1 + i % 2));
            ASM("bar.sync %0, 256;" ::"r"(3 + i % 2));
        } else {
            ASM("bar.sync %0, 256;" ::"r"(1 + i % 2));
            v += a[255 - t] + b[255 - t];
            ASM("bar.arrive %0, 256;" ::"r"(3 + i % 2));
        }
    }
    o[t] = v;
CU
say ': kernel: k: \(proved\|undecided\)'
