#!/bin/sh
# A vote has one result per mask: it is the same in the whole warp only if the mask is.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/vote.cu" <<'CU'
__global__ void halves(int *p)
{
    unsigned m = (threadIdx.x & 31) < 16 ? 0xffffu : 0xffff0000u;
    if (__any_sync(m, p[threadIdx.x]))
        p[threadIdx.x] = 0;
}
__global__ void whole(int *p)
{
    unsigned m = 0xffffffffu;
    if (__any_sync(m, p[threadIdx.x]))
        p[threadIdx.x] = 0;
}
CU
"$CUDASYNCLINT" --dump=uniformity "$dir/vote.cu" >"$dir/out" 2>&1 || true
grep -q 'halves: .*any_sync.*: thread$' "$dir/out" || { cat "$dir/out"; exit 1; }
grep -q 'whole: .*any_sync.*: warp$' "$dir/out" || { cat "$dir/out"; exit 1; }
