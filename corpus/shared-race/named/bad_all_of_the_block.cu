// gpu: wrong, racecheck
// The barrier opens as soon as any 64 of the 128 threads have come, so two warps that exchange data may
// pass it apart. PTX ISA, bar: the count is the number of threads that take part.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void exchange(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    if (tid < 32)
        __nanosleep(20000);
    s[tid] = in[blockIdx.x * THREADS + tid];
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[blockIdx.x * THREADS + tid] = s[THREADS - 1 - tid]; // expect: shared-race
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
