// Barriers under a condition of the thread, and right ones.

#include <cooperative_groups.h>

namespace found_bar_in_if {
__global__ void k(int *a, int n) {
    if (threadIdx.x < 16) {
        a[threadIdx.x] = 1;
        __syncthreads();
    }
}
}

namespace found_return_before {
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    a[i]++;
    __syncthreads();
}
}

namespace found_asm_div {
__global__ void k(int *a) {
    if (threadIdx.x & 1) asm volatile("bar.sync 0;");
    a[threadIdx.x] = 0;
}
}

namespace silent_named_asm {
__global__ void k(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    asm volatile("bar.sync 1, 64;" ::: "memory");
    a[threadIdx.x] = s[63 - threadIdx.x];
}
}

namespace found_cg_if {
namespace cg = cooperative_groups;
__global__ void k(int *a) {
    cg::thread_block b = cg::this_thread_block();
    if (b.thread_rank() < 5) { b.sync(); a[0] = 1; }
}
}

namespace found_count_in_if {
__global__ void k(int *a, int n) {
    if (threadIdx.x < n && __syncthreads_count(a[threadIdx.x])) a[threadIdx.x] = 0;
}
}

namespace found_switch {
__global__ void k(int *a) {
    switch (threadIdx.x % 3) {
    case 0: a[threadIdx.x] = 1; __syncthreads(); break;
    case 1: a[threadIdx.x] = 2; break;
    default: a[threadIdx.x] = 3;
    }
}
}

namespace found_nested_fn {
__device__ void inner() { __syncthreads(); }
__device__ void outer(int x) { if (x) inner(); }
__global__ void k(int *a) { outer(threadIdx.x & 1); }
}

namespace found_fnptr {
typedef void (*F)(int *);
__device__ void f1(int *a) { a[threadIdx.x] = 1; }
__global__ void k(int *a, F f) {
    f(a);
    if (threadIdx.x == 0) __syncthreads();
}
}

namespace found_ternary {
__device__ int f() { __syncthreads(); return 1; }
__global__ void k(int *a) {
    a[threadIdx.x] = threadIdx.x > 3 ? f() : 0;
}
}

namespace found_goto {
__global__ void k(int *a) {
    if (threadIdx.x == 7) goto end;
    __syncthreads();
end:
    a[threadIdx.x] = 1;
}
}

namespace found_else {
__global__ void k(int *a) {
    if (threadIdx.x < 32) { a[0] = 1; __syncthreads(); }
    else { __syncthreads(); }
}
}

namespace found_cond_barrier_n {
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        __shared__ int s[256];
        s[threadIdx.x] = a[i];
        __syncthreads();
        a[i] = s[threadIdx.x ^ 1];
    }
}
}

namespace found_templ_bar {
template <typename T> __global__ void k(T *a, T v) {
    if (a[threadIdx.x] > v) __syncthreads();
    a[threadIdx.x] = v;
}
}

namespace found_syncthreads_and_if {
__global__ void k(int *a, int *b) {
    int p = a[threadIdx.x];
    if (p) { if (__syncthreads_and(p)) b[0] = 1; }
}
}

namespace found_only_lane0_sync {
__global__ void k(int *a) {
    __shared__ int s;
    if (threadIdx.x == 0) {
        s = a[0];
        __syncthreads();
    }
    a[threadIdx.x] = s;
}
}

namespace found_cond_var_from_shared {
__global__ void k(int *a, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    if (s[threadIdx.x] > n) {
        __syncthreads();
        a[0] = 1;
    }
}
}

namespace found_int_div {
__global__ void k(int *a) {
    if ((threadIdx.x / 48) % 2) __syncthreads();
    a[threadIdx.x] = 0;
}
}

namespace found_atomic_result {
__global__ void k(int *c) {
    if (atomicAdd(c, 1) == 0) { __syncthreads(); }
}
}

namespace found_ballot {
__global__ void k(int *a) {
    if (__any_sync(0xffffffff, a[threadIdx.x])) __syncthreads();
}
}

namespace proved_bar_out {
__global__ void k(int *a, int n) {
    if (threadIdx.x < 16) {
        a[threadIdx.x] = 1;
    }
    __syncthreads();
}
}

namespace proved_count {
__global__ void k(int *a, int n) {
    while (__syncthreads_count(a[threadIdx.x] > 0)) {
        a[threadIdx.x]--;
    }
}
}

namespace proved_or {
__global__ void k(int *a, int n) {
    int i = threadIdx.x, any;
    do {
        int c = a[i] > n;
        if (c) a[i] -= 1;
        any = __syncthreads_or(c);
    } while (any);
}
}

namespace proved_switch {
__global__ void k(int *a, int mode) {
    switch (mode) {
    case 0: a[threadIdx.x] = 1; __syncthreads(); break;
    case 1: a[threadIdx.x] = 2; __syncthreads(); break;
    default: a[threadIdx.x] = 3;
    }
}
}

namespace proved_cond_shared0 {
__global__ void k(int *a, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    if (s[0] > n) {
        __syncthreads();
        a[threadIdx.x] = 1;
    }
}
}

namespace proved_always {
__global__ void k(int *a) {
    if (threadIdx.x < 2048) __syncthreads();
    a[threadIdx.x] = 0;
}
}

namespace found_block_that_an_assertion_demands {
__global__ void k(const float *in, float *out, int n) {
    if (blockDim.x != 32)
        __trap();
    __shared__ float sum[32];
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        if (threadIdx.x >= blockDim.x / 2)
            return;
        __syncthreads();
        if (threadIdx.x == 0)
            sum[threadIdx.y] = in[i * 1024 + threadIdx.y * 32 + threadIdx.z];
        __syncthreads();
        out[i * 32] = sum[0];
    }
}
}
