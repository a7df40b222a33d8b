// gpu: wrong, racecheck
// An asynchronous copy into shared memory is waited for by the thread that issued it, which says
// nothing of the copies of other threads.
#include <cstdio>
#include <cstdlib>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void fetch(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 128)
        __nanosleep(3000);
    __pipeline_memcpy_async(&s[tid], &in[gid], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[gid] = s[tid ^ 128]; // expect: shared-race
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
    fetch<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 128];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
