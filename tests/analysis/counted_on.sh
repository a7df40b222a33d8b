#!/bin/sh
# `out[next[rows[t]]++]` in a loop: how far a thread is in a row of its own, unless a list names a row twice. A count
# that each thread makes once is of what the list names, whichever: that is told.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__global__ void low_row(const int *first, const int *rows, int *next, int *out, int n)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    const int row = rows[t];
    for (int k = first[t]; k < first[t + 1]; k++)
        out[next[row]++] = k;
}
__global__ void shown_bins(const int *bins, int *count, int n)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n)
        count[bins[t]]++;
}
__global__ void shown_all(const int *bins, int *count, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        count[bins[i]]++;
}
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
rated() {
    sed -n "/^$1:/,/^[a-z_]*:\$/p" "$dir/out" | grep -q "race, $2" || { echo "$1: not $2"; cat "$dir/out"; exit 1; }
}
rated low_row 'low: .*scattered'
rated shown_bins '\(medium\|high\)'
rated shown_all '\(medium\|high\)'
