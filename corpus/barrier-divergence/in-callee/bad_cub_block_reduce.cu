// gpu: ok
// cub::BlockReduce waits for the whole block inside; here only the threads with an element call
// it. The finding belongs at the call, the barrier is the library's.
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 64;

__global__ void sum(const int *in, int *out, int n)
{
    using Reduce = cub::BlockReduce<int, THREADS>;
    __shared__ typename Reduce::TempStorage storage;
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int total = 0;
    if (gid < n)
        total = Reduce(storage).Sum(in[gid]); // expect: barrier-divergence
    if (threadIdx.x == 0)
        out[blockIdx.x] = total;
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
    sum<<<BLOCKS, THREADS>>>(in, out, n - 50);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < THREADS; i++)
            want += b * THREADS + i < n - 50 ? in[b * THREADS + i] : 0;
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
