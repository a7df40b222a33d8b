// gpu: ok
// expect-none
// expect-proved
// Each group of 64 threads has a barrier of its own, whose number it computes, and exchanges data within
// the group.
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
    out[blockIdx.x * THREADS + tid] = s[tid ^ 63];
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
        wrong += out[i] != in[i ^ 63];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
