#!/bin/sh
# Passes over parts of an array that begin and end where loaded numbers say, as in a sparse matrix: such a
# number only limits the passes, and a large one makes several of them (only_limits.c). The tile of the
# next pass is written while threads still read that of the last (WAR), unless a barrier ends the pass.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/parts.cu" <<'CU'
#define TILES(name, load, use, barrier)                                                            \
    __global__ void name(const float *x, float *out, const int *from, const int *rows, int d)      \
    {                                                                                              \
        extern __shared__ float s[];                                                               \
        const int b = blockIdx.x, end = from[b + 1];                                               \
        const int q = rows[b] + threadIdx.x, last = rows[b + 1];                                   \
        float sum = 0;                                                                             \
        for (int t = from[b]; t < end; t += blockDim.x) {                                          \
            const int m = min(end - t, (int)blockDim.x), j = t + threadIdx.x;                      \
            if (j < end) {                                                                         \
                load                                                                               \
            }                                                                                      \
            __syncthreads();                                                                       \
            if (q < last)                                                                          \
                for (int i = 0; i < m; i++) {                                                      \
                    use                                                                            \
                }                                                                                  \
            barrier;                                                                               \
        }                                                                                          \
        if (q < last)                                                                              \
            out[q] = sum;                                                                          \
    }
#define ONE s[threadIdx.x] = x[j];
#define ROW                                                                                        \
    for (int k = 0; k < d; k++)                                                                    \
        s[threadIdx.x * d + k] = x[j * d + k];
#define SUM_ROW                                                                                    \
    for (int k = 0; k < d; k++)                                                                    \
        sum += s[i * d + k];
#define STOP_EARLY                                                                                 \
    float one = 0;                                                                                 \
    for (int k = 0; k < d; k++) {                                                                  \
        one += s[i * d + k];                                                                       \
        if (one > sum)                                                                             \
            break;                                                                                 \
    }                                                                                              \
    sum = one;
TILES(right_one, ONE, sum += s[i];, __syncthreads())
TILES(right_rows, ROW, SUM_ROW, __syncthreads())
TILES(right_stop, ROW, STOP_EARLY, __syncthreads())
TILES(wrong_one, ONE, sum += s[i];, )
TILES(wrong_rows, ROW, SUM_ROW, )
TILES(wrong_stop, ROW, STOP_EARLY, )
TILES(wrong_warps, ROW, SUM_ROW, __syncwarp())
CU
"$CUDASYNCLINT" --no-cache -v "$dir/parts.cu" >"$dir/out" 2>&1 || true
[ "$(grep -c 'kernel: right_[a-z]*: proved' "$dir/out")" = 3 ] || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: wrong_[a-z]*: findings (shared' "$dir/out")" = 4 ] || { cat "$dir/out"; exit 1; }
