#!/bin/sh
# `new (place) T(x)` constructs an object there, and nothing destroys it: each thread sets up its own barrier
# object or element, and what it stores is seen by others. Where all threads construct one object, or read what a
# neighbour constructs without a barrier between, the race is shown; other forms leave the kernel undecided.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/k.cu" <<'CU'
#include <new>
struct bar {
    unsigned long long m;
    __device__ unsigned at() const { return (unsigned)__cvta_generic_to_shared(&m); }
    __device__ bar(unsigned n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at()), "r"(n)); }
    __device__ ~bar() { asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(at())); }
};
struct pair {
    int a, b;
    __device__ pair(int x, int y) : a(x), b(y) {}
};
__device__ inline void init(bar *b, unsigned n) { new (b) bar{n}; }
#define BARRIERS(name, which)                                                                       \
    __global__ void name(int *out)                                                                  \
    {                                                                                               \
        __shared__ unsigned long long memory[64];                                                   \
        bar *bars = (bar *)memory;                                                                  \
        if (threadIdx.x < 64)                                                                       \
            init(&bars[which], 1 + threadIdx.x);                                                                \
        __syncthreads();                                                                            \
        out[threadIdx.x] = 1;                                                                       \
    }
BARRIERS(right_barriers, threadIdx.x)
BARRIERS(wrong_barriers, threadIdx.x / 2)
#define PAIRS(name, barrier, ...)                                                                   \
    __global__ void name(int *out)                                                                  \
    {                                                                                               \
        __shared__ int s[512];                                                                      \
        pair *p = (pair *)s;                                                                        \
        pair *mine = __VA_ARGS__;                                                                   \
        barrier;                                                                                    \
        out[threadIdx.x] = p[threadIdx.x ^ 32].a + mine->b;                                         \
    }
PAIRS(right_pairs, __syncthreads(), new (&p[threadIdx.x]) pair(threadIdx.x, 1))
PAIRS(right_global_new, __syncthreads(), ::new ((void *)(p + threadIdx.x)) pair{1, 2})
PAIRS(wrong_pairs, , new (&p[threadIdx.x]) pair(threadIdx.x, 1))
PAIRS(open_array, __syncthreads(), new (&p[2 * threadIdx.x]) pair[2]{{1, 2}, {3, 4}})
void host(int *o)
{
    right_barriers<<<1, 128>>>(o);
    wrong_barriers<<<1, 128>>>(o);
    right_pairs<<<1, 256>>>(o);
    right_global_new<<<1, 256>>>(o);
    wrong_pairs<<<1, 256>>>(o);
    open_array<<<1, 128>>>(o);
}
CU
"$CUDASYNCLINT" --no-cache --isolated -v "$dir/k.cu" >"$dir/out" 2>&1 || true
[ "$(grep -c 'kernel: right_[a-z_]*: proved' "$dir/out")" = 3 ] &&
    [ "$(grep -c 'kernel: wrong_[a-z_]*: findings' "$dir/out")" = 2 ] &&
    grep -q 'kernel: open_array: undecided' "$dir/out" || { cat "$dir/out"; exit 1; }
