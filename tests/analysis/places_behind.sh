#!/bin/sh
# Places behind a number that all threads load from one place of shared memory, `s[base + t]`: as a rule
# they load the same one, and then it cancels. Places behind two numbers, head and tail of a queue, are
# apart as the program says: such a race stays hidden.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/behind.cu" <<'CU'
#define SUMS(name, barrier)                                                                        \
    __global__ void name(float *a)                                                                 \
    {                                                                                              \
        __shared__ float s[1024];                                                                  \
        __shared__ int base;                                                                       \
        if (threadIdx.x == 0)                                                                      \
            base = a[0] > 0 ? 1 : 0;                                                               \
        s[threadIdx.x] = a[threadIdx.x];                                                           \
        s[threadIdx.x + blockDim.x] = 0;                                                           \
        __syncthreads();                                                                           \
        for (int d = 1; d < 64; d *= 2) {                                                          \
            const float t = s[base + threadIdx.x + d];                                             \
            barrier;                                                                               \
            s[base + threadIdx.x] += t;                                                            \
            __syncthreads();                                                                       \
        }                                                                                          \
        a[threadIdx.x] = s[threadIdx.x];                                                           \
    }
SUMS(right_sums, __syncthreads())
SUMS(wrong_sums, )
__global__ void queue(float *a)
{
    __shared__ float s[2048];
    __shared__ int head, tail;
    if (threadIdx.x == 0) {
        head = a[0] > 0 ? 1 : 0;
        tail = head + blockDim.x;
    }
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    const float v = s[head + threadIdx.x];
    s[tail + threadIdx.x] = v * 2;
    __syncthreads();
    a[threadIdx.x] = s[tail + threadIdx.x];
}
/* An atomic gives each thread a number of its own. */
__global__ void slots(float *a)
{
    __shared__ float s[256];
    __shared__ int next;
    if (threadIdx.x == 0)
        next = 256;
    __syncthreads();
    s[(atomicSub(&next, 1) - 1) & 255] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[threadIdx.x];
}
void run(float *a)
{
    right_sums<<<1, 256>>>(a);
    wrong_sums<<<1, 256>>>(a);
    queue<<<1, 256>>>(a);
    slots<<<1, 256>>>(a);
}
CU
"$CUDASYNCLINT" --no-cache -v "$dir/behind.cu" >"$dir/out" 2>&1 || true
grep -q 'kernel: wrong_sums: findings' "$dir/out" || { cat "$dir/out"; exit 1; }
[ "$(grep -c 'kernel: \(right_sums\|queue\|slots\): findings' "$dir/out")" = 0 ] || { cat "$dir/out"; exit 1; }
