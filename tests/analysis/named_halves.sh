#!/bin/sh
# Two named barriers, half of the threads at each: one entry that names both.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void halves(float *o, const float *in) {
    __shared__ float s[128];
    if (threadIdx.x < 64) {
        s[threadIdx.x] = in[threadIdx.x];
        asm volatile("bar.sync 1, 128;");
    } else {
        asm volatile("bar.sync 2, 128;");
        o[threadIdx.x] = s[threadIdx.x - 64];
    }
}
__global__ void thirds(float *o, const float *in) {
    __shared__ float s[128];
    if (threadIdx.x < 64) {
        s[threadIdx.x] = in[threadIdx.x];
        asm volatile("bar.sync 1, 96;");
    } else {
        asm volatile("bar.sync 2, 128;");
        o[threadIdx.x] = s[threadIdx.x - 64];
    }
}
void all(float *o) {
    halves<<<1, 128>>>(o, o + 512);
    thirds<<<1, 128>>>(o, o + 512);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --checks=named-barrier "$dir/k.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
grep -q 'they wait for ever: the other 64 come to barrier 2' "$dir/out" || fail "the other half is not named"
grep -q 'and 1 more place: line 7' "$dir/out" || fail "the halves are two entries"
[ "$(grep -c 'error: barrier' "$dir/out")" = 3 ] || fail "other counts are causes of their own"
