// gpu: wrong, racecheck
// A barrier does not wait for copies.
#include <cstdio>
#include <cstdlib>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 128;

__global__ void mirror(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    __pipeline_memcpy_async(&s[tid], &in[gid], sizeof(int));
    __pipeline_commit();
    __syncthreads();
    out[gid] = s[THREADS - 1 - tid]; // expect: async-copy-unsynced
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
