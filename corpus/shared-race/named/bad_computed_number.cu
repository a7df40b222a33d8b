// gpu: wrong, racecheck
// Each group of 64 threads has a barrier of its own, but the threads read what another group wrote.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void exchange(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x, group = tid / 64;
    if (tid < 32)
        __nanosleep(20000);
    s[tid] = in[blockIdx.x * THREADS + tid];
    asm volatile("bar.sync %0, 64;" ::"r"(group + 1) : "memory");
    out[blockIdx.x * THREADS + tid] = s[tid ^ 127]; // expect: shared-race
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
        wrong += out[i] != in[i ^ 127];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
