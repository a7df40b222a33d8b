#!/bin/sh
# A block of which a launch says the length of a row, and not how many rows: dim3(32, rows). In blocks
# of rows of 32 a warp is a row; of other lengths it is none, as threads are numbered through all rows
# (CUDA C++ Programming Guide, thread hierarchy: the thread ID is x + y * Dx).
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/rows.cu" <<'CU'
int rows_for(int n);
/* Each row keeps to itself. */
#define ROW(name, barrier)                                                                         \
    template <int N> __global__ void name(float *out, const float *in)                             \
    {                                                                                              \
        extern __shared__ float s[];                                                               \
        float *mine = s + threadIdx.y * N;                                                         \
        mine[threadIdx.x] = in[(blockIdx.x * blockDim.y + threadIdx.y) * N + threadIdx.x];         \
        barrier;                                                                                   \
        out[(blockIdx.x * blockDim.y + threadIdx.y) * N + threadIdx.x] =                           \
            mine[(threadIdx.x + 1) % N];                                                           \
    }
ROW(right_warps, __syncwarp())
ROW(right_blocks, __syncthreads())
ROW(wrong_warps, __syncwarp())
ROW(wrong_none, )
ROW(wrong_open, __syncwarp())
ROW(wrong_lengths, __syncwarp())
/* All rows fill one tile. */
#define TILE(name, barrier)                                                                        \
    __global__ void name(float *a)                                                                 \
    {                                                                                              \
        __shared__ float s[32][33];                                                                \
        for (int i = threadIdx.y; i < 32; i += blockDim.y)                                         \
            s[i][threadIdx.x] = a[i * 32 + threadIdx.x];                                           \
        barrier;                                                                                   \
        for (int i = threadIdx.y; i < 32; i += blockDim.y)                                         \
            a[i * 32 + threadIdx.x] = s[threadIdx.x][i];                                           \
    }
TILE(right_tile, __syncthreads())
TILE(wrong_tile, __syncwarp())
TILE(wrong_width, __syncthreads())
void run(float *o, const float *i, int n, int m)
{
    const int rows = rows_for(n);
    right_warps<32><<<n, dim3(32, rows), rows * 32 * 4>>>(o, i);
    right_blocks<20><<<n, dim3(20, rows), rows * 20 * 4>>>(o, i);
    wrong_warps<20><<<n, dim3(20, rows), rows * 20 * 4>>>(o, i);
    wrong_none<32><<<n, dim3(32, rows), rows * 32 * 4>>>(o, i);
    wrong_open<32><<<n, dim3(rows_for(m), rows), rows * 32 * 4>>>(o, i);
    wrong_lengths<32><<<n, dim3(32, rows), rows * 32 * 4>>>(o, i);
    wrong_lengths<32><<<n, dim3(20, rows), rows * 32 * 4>>>(o, i);
    right_tile<<<1, dim3(32, rows)>>>(o);
    wrong_tile<<<1, dim3(32, rows)>>>(o);
    wrong_width<<<1, dim3(64, rows)>>>(o);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/rows.cu" >"$dir/out" 2>&1 || true
[ "$(grep -c 'kernel: right_[a-z]* .*: proved\|kernel: right_[a-z]*: proved' "$dir/out")" = 3 ] || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: wrong_.*: proved' "$dir/out")" = 0 ] || { cat "$dir/out"; exit 1; }
for k in wrong_warps wrong_none wrong_tile; do
    grep -q "kernel: $k.*: findings" "$dir/out" || { cat "$dir/out"; exit 1; }
done
grep -q 'right_tile: proved.*assuming blockDim.x is 32 (in every launch)' "$dir/out" || { cat "$dir/out"; exit 1; }
