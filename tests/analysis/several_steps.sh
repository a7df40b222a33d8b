#!/bin/sh
# A counter that a pass raises at several places has one step in all: the passes of two threads meet where
# that is too short.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
template <int LESS> __device__ void fours(int *out, int n) {
    for (int c = threadIdx.x << 2; c < n; c += (blockDim.x << 2) - LESS) {
        out[c] = threadIdx.x;
        c = c + 1;
        out[c] = c;
        c = c + 1;
        out[c] = threadIdx.x;
    }
}
__global__ void good_fours(int *out, int n) { fours<2>(out, n); }
__global__ void bad_fours(int *out, int n) { fours<6>(out, n); }
__global__ void good_short(int *out, int n) {
    for (short c = threadIdx.x; c < 300; c += 64) {
        c += 64;
        out[c] = threadIdx.x;
    }
}
__global__ void bad_short(int *out, int n) {
    for (short c = threadIdx.x; c < 300; c += 31) {
        c += 32;
        out[c] = threadIdx.x;
    }
}
void run(int *out, int n) {
    good_fours<<<1, 128>>>(out, n);
    bad_fours<<<1, 128>>>(out, n);
    good_short<<<1, 64>>>(out, n);
    bad_short<<<1, 64>>>(out, n);
}
CU
CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --isolated -v --min-confidence=low "$dir/k.cu" >"$dir/out" 2>&1 || true
for name in fours short; do
    grep -q "kernel: good_$name: proved" "$dir/out" || { cat "$dir/out"; exit 1; }
    grep -q "kernel: bad_$name: findings" "$dir/out" || { cat "$dir/out"; exit 1; }
done
