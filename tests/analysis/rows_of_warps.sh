#!/bin/sh
# All lanes of a warp are in one row of a block whose rows are whole warps: they load one place by the
# number of the row, also where a counter wraps, make as many passes of a loop that goes on by what they
# load, and leave together. Rows of half a warp are two.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
struct list { const int *data; int size, stride; __device__ int operator[](int i) const { return data[i * stride]; } };
#define KERNEL(name, row)                                                                          \
    __global__ void skip_##name(list sorted, const int *n, int *out, int none)                     \
    {                                                                                              \
        for (unsigned i = row; i < *n; i += gridDim.x * blockDim.y) {                              \
            if (sorted[i] == none)                                                                 \
                continue;                                                                          \
            if (__any_sync(0xffffffff, sorted[i * 32 + threadIdx.x] == i) && threadIdx.x == 0)     \
                out[i] = 1;                                                                        \
        }                                                                                          \
    }                                                                                              \
    __global__ void count_##name(list sorted, const int *n, int *out, int none)                    \
    {                                                                                              \
        for (unsigned i = row; i < *n; i += gridDim.x * blockDim.y) {                              \
            int length = 1;                                                                        \
            while (i + length < *n && sorted[i + length] == sorted[i])                             \
                length++;                                                                          \
            for (int l = 0; l < min(length, 32); l++)                                              \
                if (__shfl_sync(0xffffffff, none, l) && threadIdx.x == 0)                          \
                    out[i] = l;                                                                    \
        }                                                                                          \
    }
KERNEL(right, blockIdx.x * blockDim.y + threadIdx.y)
KERNEL(wrong_half, blockIdx.x * blockDim.y + threadIdx.y)
KERNEL(wrong_lane, blockIdx.x * blockDim.y + threadIdx.y + threadIdx.x / 16)
#define RUN(name, width)                                                                           \
    skip_##name<<<80, dim3(width, 8)>>>(sorted, n, out, none);                                     \
    count_##name<<<80, dim3(width, 8)>>>(sorted, n, out, none)
void run(list sorted, const int *n, int *out, int none)
{
    RUN(right, 32);
    RUN(wrong_half, 16);
    RUN(wrong_lane, 32);
}
CU
"$CUDASYNCLINT" --no-cache -v --checks=warp-mask --concerns=warps "$dir/k.cu" >"$dir/out" 2>&1 || true
says() { grep -q "$1" "$dir/out" || { echo "expected: $1"; cat "$dir/out"; exit 1; }; }
for name in skip count; do
    says "${name}_right: proved (warps)"
    says "${name}_wrong_half: findings"
    says "${name}_wrong_lane: findings"
done
