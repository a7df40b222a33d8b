#!/bin/sh
# A function that no kernel calls and whose warps all do the same is meant for one warp, or for memory
# that each warp has of its own, whatever it waits for. Not so if it tells warps apart, or if the
# memory is the block's.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
is() { # is NAME LEVEL PARAMETERS CODE
    {
        echo 'struct view { int *p; __device__ int *data() { return p; } };'
        echo "__device__ void f($3) { const int lane = threadIdx.x % 32; $4 }"
    } >"$dir/$1.cu"
    "$CUDASYNCLINT" --no-cache --isolated --dump=confidence "$dir/$1.cu" >"$dir/out" 2>&1 || [ $? -eq 1 ]
    grep -q "race, $2: " "$dir/out" || { cat "$dir/out"; echo "FAIL: $1 is not $2"; exit 1; }
    case $2 in
    low) ! grep -q 'race, \(medium\|high\): ' "$dir/out" && grep -q memory_of_warp "$dir/out" ;;
    *) ! grep -q 'race, low: ' "$dir/out" ;;
    esac || { cat "$dir/out"; echo "FAIL: $1"; exit 1; }
}
is pointer low 'int *p' 'p[lane] *= 2; __syncthreads(); p[lane] += 3;'
is view low 'view v' 'v.data()[lane] *= 2; __syncthreads(); v.data()[lane] += 3;'
is by_mask low 'int *p' 'const int l = threadIdx.x & 31; p[l] *= 2; __syncthreads(); p[l] += 3;'
is own medium 'int *p' 'p[threadIdx.x / 32 * 16 + lane] = threadIdx.x; __syncthreads();'
is shared medium 'int *o' '__shared__ int s[32]; s[lane] = threadIdx.x; __syncthreads(); o[threadIdx.x] = s[lane];'

# Terms that others share are looked at once: each step mentions the one before twice.
steps=
for k in 1 2 3 4 5 6 7 8 9; do steps="$steps v = (v * (v + $k)) % 3329;"; done
loop="unsigned v = p[lane]; for (int j = 0; j < 100; j++) { v ^= v >> 3; v += v << 2; $steps if (v & 1)"
is long low 'unsigned *p' "$loop p[lane] *= 2; __syncthreads(); } p[lane] += 3;"
is long_own medium 'unsigned *p' "$loop p[threadIdx.x / 32 * 16 + lane] = threadIdx.x; __syncthreads(); }"
