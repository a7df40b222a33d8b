#!/bin/sh
# All lanes of a warp that store one value to the place of their warp leave it there: that is a note,
# and no reason against a proof. Other stores of one value are.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
constexpr unsigned all = ~0u;
#define KERNEL(name, body)                                                                         \
    __global__ void name(float *out, const float *in)                                              \
    {                                                                                              \
        __shared__ float s[33];                                                                    \
        const int t = threadIdx.x, w = t / 32, lane = t % 32;                                      \
        float v = in[blockIdx.x * 1024 + t], u = __shfl_sync(all, v, 0);                           \
        body;                                                                                      \
        __syncthreads();                                                                           \
        out[blockIdx.x * 1024 + t] = s[0];                                                         \
    }
KERNEL(right_sum, s[w] = u)
KERNEL(right_read, s[w] = u; v = s[w]; (void)v)
KERNEL(wrong_value, s[w] = u + lane)
KERNEL(wrong_arms, if (lane < 16) s[w] = u; else s[w] = u + 1)
KERNEL(wrong_order, s[w] = u; s[w] = u + 1)
KERNEL(wrong_warp, s[0] = u)
KERNEL(wrong_next, s[w + lane / 31] = u)
KERNEL(wrong_read, s[w] = v; u = s[w]; (void)u)
KERNEL(wrong_other, s[w] = u; u = s[(w + 1) % 4]; (void)u)
KERNEL(wrong_parts, *(float *)((char *)s + 8 * w + lane / 31) = u)
KERNEL(wrong_block, s[0] = in[0])
KERNEL(wrong_pairs, s[w * 4 + lane / 16] = u)
KERNEL(wrong_halves, if (lane < 16) s[w] = u; else s[w] = u)
#define RUN(name) name<<<8, 128>>>(out, in)
void run(float *out, const float *in)
{
    RUN(right_sum), RUN(right_read);
    RUN(wrong_value), RUN(wrong_arms), RUN(wrong_order), RUN(wrong_warp), RUN(wrong_next);
    RUN(wrong_read), RUN(wrong_other), RUN(wrong_parts), RUN(wrong_block);
    RUN(wrong_pairs), RUN(wrong_halves);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/k.cu" -- -std=c++17 >"$dir/out" 2>&1 || true
says() { grep -q "$1" "$dir/out" || { echo "expected: $1"; cat "$dir/out"; exit 1; }; }
for name in sum read; do
    says "right_$name: proved .*a warp that stores one value to one place leaves it there"
done
for name in value arms order warp next read other; do
    says "wrong_$name: findings"
done
for name in parts block pairs halves; do
    says "wrong_$name: undecided .*several threads write the same value"
done
for line in 12:19 13:20; do
    says ":$line: note: several threads write the same value"
done
# What the rows of a block have read from one place, which nothing changes meanwhile, is one value.
cat >"$dir/rows.cu" <<'CU'
#define KERNEL(name, barrier, column)                                                              \
    __global__ void name(float *out, const float *in)                                              \
    {                                                                                              \
        __shared__ float s[8], d[8];                                                               \
        if (threadIdx.y == 0)                                                                      \
            s[threadIdx.x] = in[blockIdx.x * 8 + threadIdx.x];                                     \
        __syncthreads();                                                                           \
        if (threadIdx.y == 1)                                                                      \
            d[threadIdx.x] = s[threadIdx.x] + 1;                                                   \
        barrier;                                                                                   \
        const float v = d[column];                                                                 \
        __syncthreads();                                                                           \
        out[blockIdx.x * 8 + threadIdx.x] = v;                                                     \
    }
KERNEL(right, __syncthreads(), threadIdx.x)
KERNEL(wrong_barrier, , threadIdx.x)
KERNEL(wrong_column, __syncthreads(), threadIdx.y)
void run(float *out, const float *in)
{
    right<<<4, dim3(8, 8)>>>(out, in);
    wrong_barrier<<<4, dim3(8, 8)>>>(out, in);
    wrong_column<<<4, dim3(8, 8)>>>(out, in);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/rows.cu" >"$dir/out" 2>&1 || true
says ":15:1: note: several threads write the same value to .out"
says ":16:1: .*: race on .out.: several threads write it"
says "also in .wrong_column"
# What a thread reads of what it has stored itself, other elements of the row between.
cat >"$dir/own.cu" <<'CU'
#define KERNEL(name, last)                                                                         \
    __global__ void name(int *out, const int *in)                                                  \
    {                                                                                              \
        __shared__ int s[64];                                                                      \
        const unsigned id = blockIdx.x * 16 + threadIdx.y;                                         \
        s[threadIdx.y * 4] = in[id * 2];                                                           \
        s[last] = in[id * 2 + 1];                                                                  \
        out[id * 4 + threadIdx.x] = s[threadIdx.y * 4] + s[threadIdx.y * 4 + 1];                   \
    }
KERNEL(right, threadIdx.y * 4 + 1)
KERNEL(wrong, (threadIdx.y ^ 1) * 4)
void run(int *out, const int *in)
{
    right<<<4, dim3(4, 16)>>>(out, in);
    wrong<<<4, dim3(4, 16)>>>(out, in);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/own.cu" >"$dir/out" 2>&1 || true
says "right: undecided .*several threads write the same value"
says "wrong: findings"
# The same for members of one object, and no barrier between.
cat >"$dir/members.cu" <<'CU'
__global__ void bins(float *out, const float *in, float h)
{
    __shared__ int3 bin;
    bin.x = (int)floorf(8 * blockIdx.x * h);
    bin.y = (int)floorf(8 * blockIdx.y * h);
    bin.z = (int)floorf(h);
    out[blockIdx.x * 256 + threadIdx.x] = in[(bin.z * 64 + bin.y) * 64 + bin.x];
}
void run(float *out, const float *in, float h) { bins<<<64, 256>>>(out, in, h); }
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/members.cu" >"$dir/out" 2>&1 || true
says "bins: undecided .*several threads write the same value"
