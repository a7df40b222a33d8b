#!/bin/sh
# A barrier of the warp waits for lanes that have not exited. Those that leave a loop or skip an `if`, and then end, are
# not waited for; a shuffle needs the values of all that it names, and lanes may wait elsewhere.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define FIRST (blockIdx.x * blockDim.x + threadIdx.x)
#define ALL (int i = FIRST; i < n; i += blockDim.x * gridDim.x)
__global__ void right_arm(int n, int *o) { if (FIRST < n) { o[FIRST] = 1; __syncwarp(); } }
__global__ void right_loop(int n, int *o) { for ALL { o[i] = 1; __syncwarp(); } }
__global__ void wrong_shuffle(int n, int *o) { for ALL { o[i] = __shfl_xor_sync(~0u, o[i], 1); } }
__global__ void wrong_behind(int n, int *o) { for ALL { o[i] = 1; __syncwarp(); } __syncthreads(); o[FIRST] = 4; }
__global__ void wrong_outer(int n, int *o)
{
    for (int k = 0; k < 4; k++)
        for ALL { o[i] += k; __syncwarp(); }
}
void run(int n, int *o)
{
    right_arm<<<100, 128>>>(n, o);
    right_loop<<<100, 128>>>(n, o);
    wrong_shuffle<<<100, 128>>>(n, o);
    wrong_behind<<<100, 128>>>(n, o);
    wrong_outer<<<100, 128>>>(n, o);
}
CU
"$CUDASYNCLINT" --no-cache --isolated "$dir/k.cu" >"$dir/out" 2>&1 || true
if grep -q 'k.cu:[34]:' "$dir/out"; then
    cat "$dir/out"
    exit 1
fi
for line in 5 6 10; do
    grep -q "k.cu:$line:.*waits for lanes" "$dir/out" || { echo "$line"; cat "$dir/out"; exit 1; }
done
