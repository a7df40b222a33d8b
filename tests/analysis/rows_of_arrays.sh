#!/bin/sh
# Rows of an array in shared memory, `s[threadIdx.y][threadIdx.x + 32]`, say nothing of how many threads a row of the
# block has: a kernel for rows of 32 is no race in rows of 64 that is told.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void __launch_bounds__(640) low_halves(const int *in, int *o)
{
    __shared__ int s[20][64];
    int *row = s[threadIdx.y];
    row[threadIdx.x] = in[threadIdx.x];
    row[threadIdx.x + 32] = in[threadIdx.x + 32];
    atomicAdd(o, row[threadIdx.x]);
}
__global__ void __launch_bounds__(640) shown_rows(const int *in, int *o)
{
    __shared__ int s[20][64];
    const int number = threadIdx.x + 32 * threadIdx.y;
    s[threadIdx.y][threadIdx.x] = in[number];
    atomicAdd(o, s[number / 32 ^ 1][threadIdx.x]);
}
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
rated() {
    sed -n "/^$1:/,/^[a-z_]*:\$/p" "$dir/out" | grep -q "$2" || { echo "$1: not $2"; cat "$dir/out"; exit 1; }
}
rated low_halves 'race, low: few_shapes'
rated shown_rows 'race, \(medium\|high\)'
if sed -n '/^low_halves:/,/^shown_rows:/p' "$dir/out" | grep -q 'medium\|high'; then
    rated low_halves 'low alone'
fi
