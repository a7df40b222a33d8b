// expect-none
// gpu: ok
// Every thread calls cub::BlockReduce, the ones past the end with a zero.
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
    total = Reduce(storage).Sum(gid < n ? in[gid] : 0);
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
