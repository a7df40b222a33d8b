#!/bin/sh
# Flags and counters that one block waits for and another sets: it may look by volatile, by an atomic that
# leaves what is there (atomicAdd(p, 0), atomicOr(p, 0), atomicCAS(p, 0, 0)), or by a load that acquires.
# The store, a fence, a barrier, the signal; the wait, a fence, a barrier, the read (CUDA Programming Guide,
# "Memory Fence Functions"; PTX ISA, "Memory Consistency Model": release and acquire patterns, observation
# order through atomic operations). Each wrong form lacks one of them or waits for something else.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/flag.cu" <<'CU'
#define LOOKS(name, look) \
template <int F> __device__ void name(volatile int *flag, int *d, int *o) \
{ \
    int *f = (int *)flag; \
    if (blockIdx.x == 0) { \
        d[threadIdx.x] = threadIdx.x; \
        if (F != 1) __threadfence(); \
        if (F != 2) __syncthreads(); \
        if (threadIdx.x == 0) atomicExch(f, 1); \
    } else { \
        if (threadIdx.x == 0) { while (look) ; if (F != 4) __threadfence(); } \
        if (F != 3) __syncthreads(); \
        o[(blockIdx.x - 1) * blockDim.x + threadIdx.x] = d[threadIdx.x ^ 1]; \
    } \
} \
__global__ void good_##name(int *f, int *d, int *o) { name<0>(f, d, o); } \
__global__ void bad1_##name(int *f, int *d, int *o) { name<1>(f, d, o); } \
__global__ void bad2_##name(int *f, int *d, int *o) { name<2>(f, d, o); } \
__global__ void bad3_##name(int *f, int *d, int *o) { name<3>(f, d, o); } \
__global__ void bad4_##name(int *f, int *d, int *o) { name<4>(f, d, o); } \
void run_##name(int *f, int *d, int *o) { \
    good_##name<<<2, 128>>>(f, d, o); \
    bad1_##name<<<2, 128>>>(f, d, o); \
    bad2_##name<<<2, 128>>>(f, d, o); \
    bad3_##name<<<2, 128>>>(f, d, o); \
    bad4_##name<<<2, 128>>>(f, d, o); }
LOOKS(vol, *flag == 0)
LOOKS(add, atomicAdd(f, 0) == 0)
LOOKS(orr, atomicOr(f, 0) == 0)
LOOKS(cas, atomicCAS(f, 0, 0) == 0)
CU
cat >"$dir/count.cu" <<'CU'
#define LOOKS(name, look) \
template <int F> __device__ void name(unsigned *c, int *d, int *o) \
{ \
    d[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; \
    if (F != 1) __threadfence(); \
    if (F != 2) __syncthreads(); \
    if (threadIdx.x == 0) { atomicAdd(c, 1); while (look < gridDim.x) ; if (F != 4) __threadfence(); } \
    if (F != 3) __syncthreads(); \
    o[blockIdx.x * blockDim.x + threadIdx.x] = d[(blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x]; \
} \
__global__ void good_##name(unsigned *f, int *d, int *o) { name<0>(f, d, o); } \
__global__ void bad1_##name(unsigned *f, int *d, int *o) { name<1>(f, d, o); } \
__global__ void bad2_##name(unsigned *f, int *d, int *o) { name<2>(f, d, o); } \
__global__ void bad3_##name(unsigned *f, int *d, int *o) { name<3>(f, d, o); } \
__global__ void bad4_##name(unsigned *f, int *d, int *o) { name<4>(f, d, o); } \
void run_##name(unsigned *f, int *d, int *o) { \
    good_##name<<<2, 128>>>(f, d, o); \
    bad1_##name<<<2, 128>>>(f, d, o); \
    bad2_##name<<<2, 128>>>(f, d, o); \
    bad3_##name<<<2, 128>>>(f, d, o); \
    bad4_##name<<<2, 128>>>(f, d, o); }
LOOKS(vol, *(volatile unsigned *)c)
LOOKS(add, atomicAdd(c, 0))
LOOKS(orr, atomicOr(c, 0))
LOOKS(cas, atomicCAS(c, 0, 0))
CU
cat >"$dir/chain.cu" <<'CU'
enum { RIGHT, OTHER_FLAG, OTHER_DATA, NO_FENCE, EARLY, SHARED_FLAG, HALF, ANY_VALUE, TWICE, BY_ONE, BREAKS, CLEARS, NOT_WAITED, DATA_ONLY };
template <int F> __device__ void chain(int *flag, int *d, int *o, int n)
{
    int b = blockIdx.x, t = threadIdx.x;
    if (F == EARLY && t == 0) atomicExch(&flag[b], 1);
    d[b * 128 + t] = t + n;
    if (F != NO_FENCE) __threadfence();
    __syncthreads();
    if (t == (F == BY_ONE ? 1 : 0)) {
        int at = F == SHARED_FLAG ? 0 : F == HALF ? b / 2 : b;
        if (F != EARLY && (F != DATA_ONLY || d[n] > 0)) atomicExch(&flag[at], 1);
        if (F == TWICE) atomicExch(&flag[b + 1], 1);
        if (F == CLEARS) flag[b] = 0;
    }
    if (b > 0) {
        if (t == 0 && (F != NOT_WAITED || n > 3)) {
            int at = F == OTHER_FLAG ? b : F == SHARED_FLAG ? 0 : F == HALF ? (b - 1) / 2 : b - 1;
            int k = 0;
            while (atomicAdd(&flag[at], 0) == (F == ANY_VALUE ? 1 : 0)) { if (F == BREAKS && ++k > n) break; }
            __threadfence();
        }
        __syncthreads();
        o[b * 128 + t] = d[(b - (F == OTHER_DATA ? 2 : 1)) * 128 + (t ^ 1)];
    }
}
#define K(i) __global__ void k##i(int *f, int *d, int *o, int n) { chain<i>(f, d, o, n); } void r##i(int *f, int *d, int *o, int n) { k##i<<<64, 128>>>(f, d, o, n); }
K(0) K(1) K(2) K(3) K(4) K(5) K(6) K(7) K(8) K(9) K(10) K(11) K(12) K(13)
// release and acquire
#include <cuda/atomic>
template <int F> __device__ void rel(int *flag, int *d, int *o)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    if (blockIdx.x == 0) {
        d[threadIdx.x] = threadIdx.x;
        __syncthreads();
        if (threadIdx.x == 0) f.store(1, F == 1 ? cuda::memory_order_relaxed : cuda::memory_order_release);
    } else {
        if (threadIdx.x == 0) while (f.load(F == 2 ? cuda::memory_order_relaxed : cuda::memory_order_acquire) == 0) ;
        __syncthreads();
        o[blockIdx.x * 128 + threadIdx.x] = d[threadIdx.x ^ 1];
    }
}
__global__ void rel0(int *f, int *d, int *o) { rel<0>(f, d, o); }
__global__ void rel1(int *f, int *d, int *o) { rel<1>(f, d, o); }
__global__ void rel2(int *f, int *d, int *o) { rel<2>(f, d, o); }
void rr(int *f, int *d, int *o) { rel0<<<64, 128>>>(f, d, o); rel1<<<64, 128>>>(f, d, o);  rel2<<<64, 128>>>(f, d, o);  }
// every block writes what block 0 publishes
__global__ void all0(int *f, int *d, int *o)
{
    d[threadIdx.x] = threadIdx.x + blockIdx.x;
    __threadfence();
    __syncthreads();
    if (blockIdx.x == 0 && threadIdx.x == 0) atomicExch(f, 1);
    if (blockIdx.x > 0) {
        if (threadIdx.x == 0) { while (atomicAdd(f, 0) == 0) ; __threadfence(); }
        __syncthreads();
        o[blockIdx.x * 128 + threadIdx.x] = d[threadIdx.x ^ 1];
    }
}
void ra(int *f, int *d, int *o) { all0<<<64, 128>>>(f, d, o); }
CU
for f in flag count chain; do
    CSL_CHECK_REPLAY=1 "$CUDASYNCLINT" --no-cache --isolated -v "$dir/$f.cu" >"$dir/$f" 2>&1 || true
done
is() { # FILE KERNEL VERDICT
    grep -q "kernel: $2: $3" "$dir/$1" || { echo "$1: $2 is not: $3"; cat "$dir/$1"; exit 1; }
}
for look in vol add orr cas; do
    for f in flag count; do
        is $f good_$look proved
        is $f bad1_$look findings
        is $f bad2_$look findings
        is $f bad3_$look findings
        is $f bad4_$look findings
    done
done
is chain k0 proved
is chain rel0 proved
for k in k3 k4 rel1 rel2 all0; do
    is chain $k findings
done
# it is not known that they wait for the wrong flag; k7 waits for no flag
for k in k1 k2 k5 k6 k7 k8 k9 k10 k11 k12 k13; do
    is chain $k '\(undecided\|findings\)'
done
