#!/bin/sh
# What the solver leaves open of one kernel is not the next one's: it is decided as if it stood alone.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/last.cu" <<'CU'
__global__ void last(int *o, unsigned n, unsigned m) {
    __shared__ int s[1024];
    if ((n * n & 3) == 2) s[0] = threadIdx.x;
    __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] = s[0];
}
CU
{
    for i in 1 2 3 4; do
        cat <<CU
__global__ void before$i(int *o, unsigned n, unsigned m) {
    __shared__ int s[1024];
    if (n * n * n + m * m * m == 42424242u + $i && n > 7 && m > 7) s[(n * m + $i) & 1023] = threadIdx.x;
    __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] = s[0];
}
CU
    done
    cat "$dir/last.cu"
} >"$dir/all.cu"
for file in last all; do
    "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$file.cu" >"$dir/$file" 2>&1 || [ $? -eq 1 ]
    sed -n 's/.*kernel: last: \([a-z]*\) .*/\1/p' "$dir/$file" >"$dir/$file.is"
    [ -s "$dir/$file.is" ] || { cat "$dir/$file"; exit 1; }
done
cmp "$dir/last.is" "$dir/all.is"
