// Flags that another block or the host may change while the threads of a block look at them.
#include <cuda/atomic>

__device__ volatile int stop;

__global__ void w_condition(const volatile int *flag)
{
    if (flag[1])
        __syncthreads();
}

__global__ void w_stop(int *o)
{
    while (!stop) {
        o[threadIdx.x]++;
        __syncthreads();
    }
}

__global__ void w_cast(int *flag)
{
    if (*(volatile int *)flag)
        __syncthreads();
}

__global__ void w_atomic_ref(int *flag)
{
    cuda::atomic_ref<int, cuda::thread_scope_system> f(*flag);
    if (f.load())
        __syncthreads();
}

__global__ void w_acquire(int *flag)
{
    int v;
    asm volatile("ld.acquire.gpu.global.b32 %0, [%1];" : "=r"(v) : "l"(flag));
    if (v)
        __syncthreads();
}

__global__ void w_relaxed(int *flag)
{
    int v;
    asm volatile("ld.relaxed.sys.global.b32 %0, [%1];" : "=r"(v) : "l"(flag));
    if (v)
        __syncthreads();
}

// the two looks need not see the same
__global__ void w_looked_at_twice(const volatile int *flag, int *o)
{
    __shared__ int s[64];
    if (flag[0])
        s[threadIdx.x & 63] = 1;
    if (!flag[0])
        o[threadIdx.x] = s[63 - (threadIdx.x & 63)];
}

__global__ void w_looked_at_twice_relaxed(int *flag, int *o)
{
    __shared__ int s[64];
    int v;
    asm volatile("ld.relaxed.sys.global.b32 %0, [%1];" : "=r"(v) : "l"(flag));
    if (v)
        s[threadIdx.x & 63] = 1;
    asm volatile("ld.relaxed.sys.global.b32 %0, [%1];" : "=r"(v) : "l"(flag));
    if (!v)
        o[threadIdx.x] = s[63 - (threadIdx.x & 63)];
}

__global__ void r_one_looks(int *o)
{
    __shared__ int stopped;
    for (;;) {
        if (threadIdx.x == 0)
            stopped = stop;
        __syncthreads();
        if (stopped)
            break;
        o[blockIdx.x * blockDim.x + threadIdx.x]++;
        __syncthreads();
    }
}

__global__ void r_all_wait(const volatile int *flag, int *o)
{
    while (!flag[0]) {
    }
    __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void r_voted(const volatile int *flag, int *o)
{
    while (!__syncthreads_or(flag[0]))
        o[blockIdx.x * blockDim.x + threadIdx.x]++;
}

__global__ void r_own_work(const volatile int *flag, int *o)
{
    if (flag[0])
        o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}
