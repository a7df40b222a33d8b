// gpu: hang
// Half of the block waits at __syncthreads(), the other half at a cuda::barrier that counts the whole
// block: neither is complete.
#include <cstdio>
#include <cstdlib>
#include <cuda/barrier>
#include <cuda_runtime.h>
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void mirror(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid == 0)
        init(&all, THREADS);
    __syncthreads();
    s[tid] = in[gid];
    if (tid < 64)
        __syncthreads(); // expect: barrier-divergence
    else
        all.arrive_and_wait();
    out[gid] = s[THREADS - 1 - tid];
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
        wrong += out[i ^ (THREADS - 1)] != in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
