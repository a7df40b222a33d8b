#!/bin/sh
# A tile that is smaller than its block: rows are counted modulo its height, so that several threads
# fill one place. What they load is the same if it is made of the same row and column, whatever else
# the address is made of.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <cuda_fp16.h>
struct block { half2 scale; unsigned short low[4]; };
#define KERNEL(name, type, body)                                                                   \
    __global__ void name(const block *in, const unsigned short *other, int *out, int rows, int pitch)\
    {                                                                                              \
        __shared__ type s[16];                                                                     \
        for (int first = 0; first < pitch; first += 8) {                                           \
            for (int r0 = 0; r0 < 4; r0 += 32) {                                                   \
                const int row = (r0 + threadIdx.y * 8 + threadIdx.x / 4) % 4, col = threadIdx.x % 4;\
                const int kept = min(blockIdx.y * 4 + row, rows - 1), lane = threadIdx.x;          \
                const block *from = &in[kept * (pitch / 8) + first + col];                         \
                body;                                                                              \
                (void)lane, (void)from;                                                            \
            }                                                                                      \
            __syncthreads();                                                                       \
            out[threadIdx.y * 32 + threadIdx.x] += *(int *)&s[threadIdx.x % 16];                   \
            __syncthreads();                                                                       \
        }                                                                                          \
    }
#define PAIR(p) (p[0] | p[1] << 16)
KERNEL(same_whole, half2, s[row * 4 + col] = from->scale)
KERNEL(same_part, float, s[row * 4 + col] = __low2float(from->scale))
KERNEL(same_pairs, int, s[row * 4 + col] = (PAIR(from->low) >> col) | (PAIR((from->low + 2)) & 15))
KERNEL(wrong_whole, half2, s[row * 4 + col] = in[lane].scale)
KERNEL(wrong_part, float, s[row * 4 + col] = __low2float(from->scale) + __high2float(in[lane].scale))
KERNEL(wrong_pairs, int, s[row * 4 + col] = (PAIR(from->low) >> lane) | (PAIR((from->low + 2)) & 15))
KERNEL(wrong_place, half2, s[row * 4 + col / 2] = from->scale)
KERNEL(wrong_column, int, s[row * 4 + col] = from->low[threadIdx.y])
KERNEL(wrong_memory, int, s[row * 4 + col] = out[row * 4 + col])
/* Of threads that share a row of their own number, too, in rows of any length. */
#define NUMBERED(name, value)                                                                      \
    __global__ void name(int *out, int length, int rows)                                           \
    {                                                                                              \
        __shared__ int s[1024];                                                                    \
        const auto row = threadIdx.x / length + blockIdx.x * (blockDim.x / length);                \
        if (row < rows)                                                                            \
            s[threadIdx.x / length] = value;                                                       \
        __syncthreads();                                                                           \
        out[threadIdx.x] = s[threadIdx.x % 8];                                                     \
    }
NUMBERED(same_number, (int)row)
NUMBERED(wrong_number, (int)row + (int)threadIdx.x)
#define RUN(name) name<<<dim3(7, 3), dim3(32, 4)>>>(in, other, out, rows, pitch)
void run(const block *in, const unsigned short *other, int *out, int rows, int pitch)
{
    RUN(same_whole), RUN(same_part), RUN(same_pairs);
    RUN(wrong_whole), RUN(wrong_part), RUN(wrong_pairs), RUN(wrong_place), RUN(wrong_column);
    RUN(wrong_memory);
    same_number<<<8, 1024>>>(out, pitch, rows), wrong_number<<<8, 1024>>>(out, pitch, rows);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" -- -std=c++17 >"$dir/out" 2>&1 || true
says() { grep -q "$1" "$dir/out" || { echo "expected: $1"; cat "$dir/out"; exit 1; }; }
for name in whole part pairs number; do
    says "same_$name: undecided .*several threads write the same value to .s."
done
for name in whole part pairs place column memory number; do
    says "wrong_$name: findings"
done
