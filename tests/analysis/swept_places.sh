#!/bin/sh
# All threads test a word that one of them stores in passing, `mask[i] &= ...` for its own words: that threads part
# is of low confidence, as only a bit changed meanwhile makes them. The race is told; so is a flag that is set.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#define KERNEL(name, store)                                                                        \
    __global__ void name(unsigned *left, const unsigned *hides, int n, int words)                  \
    {                                                                                              \
        for (int b = 0; b < n; b++) {                                                              \
            if (!(left[b / 32] >> b % 32 & 1))                                                     \
                continue;                                                                          \
            store;                                                                                 \
            __syncthreads();                                                                       \
        }                                                                                          \
    }
KERNEL(low_swept, for (int i = threadIdx.x; i < words; i += blockDim.x) left[i] &= ~hides[b * words + i])
KERNEL(shown_flag, if (threadIdx.x == 0) left[b / 32] = 0)
__global__ void shown_own(const unsigned *left, unsigned *o)
{
    if (left[threadIdx.x])
        __syncthreads();
    o[threadIdx.x] = 1;
}
CU
"$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/k.cu" >"$dir/out" 2>&1 || true
rated() {
    sed -n "/^$1:/,/^[a-z_]*:\$/p" "$dir/out" | grep -q "$2" || { echo "$1: not $2"; cat "$dir/out"; exit 1; }
}
rated low_swept 'divergence, low: .*one_place'
rated low_swept 'race, medium'
rated shown_flag 'divergence, medium'
rated shown_own 'divergence, medium'
