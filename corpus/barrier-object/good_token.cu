// gpu: ok
// expect-none
// expect-proved
// All 128 threads arrive, and each repeats mbarrier.test_wait with the token of its arrival until the
// phase is over.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void exchange(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ unsigned long long all;
    unsigned object = (unsigned)__cvta_generic_to_shared(&all), over = 0;
    unsigned long long token;
    int tid = threadIdx.x;
    if (tid == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 128;" ::"r"(object) : "memory");
    __syncthreads();
    if (tid < 32)
        __nanosleep(20000);
    s[tid] = in[blockIdx.x * THREADS + tid];
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(object) : "memory");
    while (!over)
        asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(over)
                     : "r"(object), "l"(token)
                     : "memory");
    out[blockIdx.x * THREADS + tid] = s[THREADS - 1 - tid];
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        in[i] = (i * 7919) % 1000;
        out[i] = -1;
    }
    exchange<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + THREADS - 1 - i % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
