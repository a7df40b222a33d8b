// gpu: racecheck
// The object is initialised anew in every pass, while others may still look whether the phase of the
// last one is over.
#include <cstdio>
#include <cstdlib>
#include <cuda/barrier>
#include <cuda_runtime.h>
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void passes(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    for (int k = 0; k < 3; k++) {
        if (tid == 0)
            init(&all, THREADS); // expect: barrier-init-race
        __syncthreads();
        s[tid] = value;
        all.arrive_and_wait();
        value = s[THREADS - 1 - tid];
    }
    out[gid] = value;
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
    passes<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ (THREADS - 1)];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
