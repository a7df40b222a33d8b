#!/bin/sh
# The audit counts what the source does; lowering came to all of it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
__device__ int twice(int x) { return x + x; }
__global__ void k(int *p)
{
    int i = threadIdx.x;
    i += 1;
    p[i] = twice(i);
    if (sizeof(twice(i)) == 4)
        p[i]++;
    __syncthreads();
}
CU
"$CUDASYNCLINT" --no-cache --isolated -q --dump=audit "$dir/k.cu" >"$dir/out"
grep -qx 'audit: k: 2 calls, 3 stores, 0 others, 0 of them not lowered' "$dir/out" || {
    cat "$dir/out"
    exit 1
}
