#!/bin/sh
# A host template that nothing instantiates launches the instances with its numbers, no others.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/right.cu" <<'CU'
template <int N> struct wide {
    float x;
};
template <typename T, int N, bool half> __global__ void strided(T *out)
{
    __shared__ T s[512];
    for (int i = threadIdx.x; i < 512; i += N)
        s[i] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[half ? threadIdx.x / 2 : threadIdx.x];
}
#define START(n, half) strided<T, n, half><<<1, n>>>(out)
template <typename T> void start(T *out, int n)
{
    if (n > 64)
        START(128, true);
    else
        START(64, true);
}
void ask(cudaFuncAttributes *a)
{
    cudaFuncGetAttributes(a, strided<float, 64, true>);
    cudaFuncGetAttributes(a, strided<float, 128, true>);
}
CU
fail() {
    echo "$1"
    cat "$dir/out"
    exit 1
}
run() {
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$1.cu" >"$dir/out" 2>&1 || true
}
run right
grep -q 'kernel: strided <float, 64, true>, <float, 128, true>: proved' "$dir/out" || fail "each has its own block"
# The block of another launch, for the same numbers.
sed 's/START(64, true)/strided<T, 64, true><<<1, 128>>>(out)/' "$dir/right.cu" >"$dir/wrong.cu"
run wrong
grep -q 'kernel: strided .*: findings (shared' "$dir/out" || fail "128 threads in steps of 64"
# A number that is not known may be any of them.
sed -e 's/typename T> void start/typename T, int M> void start/' -e 's/START(64, true)/strided<T, M, true><<<1, 128>>>(out)/' \
    "$dir/right.cu" >"$dir/open.cu"
run open
grep -q 'kernel: strided .*: findings (shared' "$dir/out" || fail "a number that is not known"
# A number inside a type is none of the kernel's.
sed -e 's/strided<T, n, half>/strided<wide<7>, n, half>/' -e 's/strided<float, \([0-9]*\)/strided<wide<7>, \1/' \
    -e 's/s\[i\] =/s[i].x =/' -e 's/START(64, true)/strided<wide<7>, 64, true><<<1, 128>>>((wide<7> *)out)/' \
    -e 's/>>>(out)/>>>((wide<7> *)out)/' "$dir/right.cu" >"$dir/nested.cu"
run nested
grep -q 'kernel: strided .*: findings (shared' "$dir/out" || fail "a number inside a type"
