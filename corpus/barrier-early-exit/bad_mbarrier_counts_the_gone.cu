// gpu: hang
// The threads beyond the end return. __syncthreads() would let them go; the cuda::barrier was told
// how many to expect, and waits for them.
#include <cstdio>
#include <cstdlib>
#include <cuda/barrier>
#include <cuda_runtime.h>
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void mirror(const int *in, int *out, int n)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid == 0)
        init(&all, THREADS);
    s[tid] = 0;
    __syncthreads();
    if (gid >= n)
        return;
    s[tid] = in[gid];
    all.arrive_and_wait();
    int value = s[THREADS - 1 - tid];
    __syncthreads(); // expect: barrier-early-exit
    s[tid] = value;
    out[gid] = s[tid];
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
    const int used = n - 50;
    mirror<<<BLOCKS, THREADS>>>(in, out, used);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < used; i++)
        wrong += out[i] != ((i ^ (THREADS - 1)) < used ? in[i ^ (THREADS - 1)] : 0);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
