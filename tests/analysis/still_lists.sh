#!/bin/sh
# Behind a pointer that is itself in constant memory, and through which nothing is written, one
# address holds one value: lanes of a warp that look their bounds up there go on together, whatever
# the shape of the block turns out to be.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cassert>
__constant__ int *ends;
__constant__ float *sums;
#define KERNEL(name, place, then)                                                                  \
    __global__ void name()                                                                         \
    {                                                                                              \
        __shared__ int s[1024];                                                                    \
        int lane = threadIdx.x & 31, warp = (threadIdx.x + blockIdx.x * blockDim.x) / 32;          \
        int end = ends[place];                                                                     \
        assert(end % 32 == 0);                                                                     \
        for (int i = lane; i < end; i += 32) {                                                     \
            s[threadIdx.x] = i;                                                                    \
            __syncwarp();                                                                          \
            int other = s[threadIdx.x ^ 1];                                                        \
            then[other] = 1;                                                                       \
            __syncwarp();                                                                          \
        }                                                                                          \
    }
KERNEL(right, warp, sums)
KERNEL(wrong_place, warp * 32 + lane, sums)
KERNEL(wrong_store, warp, ends)
CU
"$CUDASYNCLINT" --no-cache --isolated -v --min-confidence=low "$dir/k.cu" >"$dir/out" 2>&1 || true
if grep -q 'k.cu:19:.*warp-mask' "$dir/out"; then
    cat "$dir/out"
    exit 1
fi
for line in 20 21; do
    grep -q "k.cu:$line:.*warp-mask" "$dir/out" || { echo "line $line is silent"; cat "$dir/out"; exit 1; }
done

# What a template asks of its type is the same for all threads, though it is not known.
cat >"$dir/types.cu" <<'CU'
#include <type_traits>
template <typename T, unsigned B> __global__ void by_type(T *p)
{
    __shared__ T s[256];
    if (std::is_same<T, float>::value) {
        s[threadIdx.x] = p[threadIdx.x];
        __syncthreads();
        p[threadIdx.x] = s[255 - threadIdx.x];
    } else if (std::is_same<T, double>::value) {
        s[threadIdx.x] = p[threadIdx.x] * 2;
        __syncthreads();
        p[threadIdx.x] = s[255 - threadIdx.x];
    }
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v --min-confidence=low "$dir/types.cu" >"$dir/out" 2>&1 || {
    cat "$dir/out"
    exit 1
}
