#!/bin/sh
# What a pass of a loop hands on to the next is one value for the warp if a shuffle to all lanes made it: then lanes
# leave the loop together, but in the first pass as what they began with says.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define NEXT if (lane == 0) at = atomicAdd(&next, 32u); at = __shfl_sync(0xffffffffu, at, 0)
#define BEGIN __shared__ unsigned next; if (threadIdx.x == 0) next = blockDim.x; __syncthreads(); \
    unsigned lane = threadIdx.x & 31
__global__ void right(float *o, const float *w, unsigned n)
{
    BEGIN;
    unsigned at = threadIdx.x - lane;
    while (at < n) {
        if (at + lane < n) o[at + lane] = w[at + lane];
        NEXT;
    }
}
__global__ void wrong_first(float *o, const float *w, unsigned n)
{
    BEGIN;
    unsigned at = threadIdx.x;
    while (at < n) {
        o[at] = w[at];
        NEXT;
    }
}
__global__ void wrong_later(float *o, const float *w, unsigned n)
{
    BEGIN;
    unsigned at = threadIdx.x - lane;
    while (at < n) {
        if (at + lane < n) o[at + lane] = w[at + lane];
        NEXT;
        at += lane;
    }
}
__global__ void wrong_outer(float *o, const float *w, const unsigned *first, unsigned n)
{
    BEGIN;
    for (unsigned k = 0; k < n; k++)
        for (unsigned at = first[k + lane]; at < n;) {
            if (at + lane < n) o[at + lane] = w[at + lane];
            NEXT;
        }
}
CU
"$CUDASYNCLINT" --no-cache --isolated --min-confidence=low "$dir/k.cu" >"$dir/out" 2>&1 || true
grep 'waits for lanes' "$dir/out" | sed 's/.*k.cu:\([0-9]*\):.*/\1/' >"$dir/lines"
printf '19\n28\n38\n' >"$dir/expected"
diff "$dir/expected" "$dir/lines" || { cat "$dir/out"; exit 1; }
