#!/bin/sh
# An instance that was made up for a host template is judged once more for the launch that passes it
# one memory twice; many other kernels stand in the file. Nothing is lost, and nothing crashes.
# Needs CUDASYNCLINT.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
{
    for i in $(seq 2000); do
        echo "__global__ void kernel_$i(float *p) { p[threadIdx.x] = $i; }"
    done
    cat <<'CU'
template <typename T> __global__ void copy(int pos, const T *input, T *output)
{
    int col = threadIdx.x;
    output[col] = input[pos];
}
template <typename T> void repeat(int n, int pos, T *input, T *output = nullptr)
{
    if (output == nullptr)
        output = input;
    copy<<<1, n>>>(pos, input, output);
}
CU
} >"$dir/k.cu"
"$CUDASYNCLINT" --no-cache --isolated --fail-on=never -v "$dir/k.cu" >"$dir/out" 2>&1
grep -q '^2001 kernels: 2000 proved' "$dir/out" || { tail -3 "$dir/out"; exit 1; }
grep -q 'kernel: copy <' "$dir/out" || { cat "$dir/out"; exit 1; }
! grep -q crashed "$dir/out"
