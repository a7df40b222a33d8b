#!/bin/sh
# A lambda that is called where it is written sees the variables it captures as they are now.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/lambda.cu" <<'CU'
__global__ void wrong(int *o)
{
    __shared__ int s[64];
    for (int d = 32; d > 0; d = d / 2)
        if (threadIdx.x < d)
            s[threadIdx.x] = [&] { return s[d]; }();
    o[threadIdx.x] = threadIdx.x;
}
__global__ void right(int *o)
{
    __shared__ int s[64];
    for (int d = 32; d > 0; d = d / 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] = ([=] { return s[threadIdx.x + d]; })();
        __syncthreads();
    }
    o[threadIdx.x] = threadIdx.x;
}
void run(int *o)
{
    wrong<<<1, 64>>>(o);
    right<<<1, 64>>>(o);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/lambda.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: wrong: findings' "$dir/out" && ! grep -q 'kernel: right: findings' "$dir/out" || {
    cat "$dir/out"
    exit 1
}
