// gpu: wrong, racecheck
// block.sync() does not wait for the copy of the group.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 128;

namespace cg = cooperative_groups;

__global__ void mirror(const int *in, int *out)
{
    __shared__ int s[THREADS];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, s, in + blockIdx.x * THREADS, THREADS * sizeof(int));
    block.sync();
    out[blockIdx.x * THREADS + threadIdx.x] = s[THREADS - 1 - threadIdx.x]; // expect: async-copy-unsynced
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
    mirror<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ (THREADS - 1)];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
