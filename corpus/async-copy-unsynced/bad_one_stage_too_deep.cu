// gpu: wrong, racecheck
// Three stages, of which two are filled ahead: one copy may be open when a stage is read, not two.
#include <cstdio>
#include <cstdlib>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 64, STAGES = 3, TILES = 32;

__global__ void ring(const int *in, int *out)
{
    __shared__ int s[STAGES][THREADS];
    int tid = threadIdx.x, sum = 0;
    for (int k = 0; k < STAGES - 1; k++) {
        __pipeline_memcpy_async(&s[k][tid], &in[k * THREADS + tid], sizeof(int));
        __pipeline_commit();
    }
    for (int k = 0; k < TILES; k++) {
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();
        sum += s[k % STAGES][THREADS - 1 - tid]; // expect: async-copy-unsynced
        int next = k + STAGES - 1;
        if (next < TILES)
            __pipeline_memcpy_async(&s[next % STAGES][tid], &in[next * THREADS + tid], sizeof(int));
        __pipeline_commit();
    }
    out[blockIdx.x * THREADS + tid] = sum;
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
    ring<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k < TILES; k++)
            sum += in[k * THREADS + THREADS - 1 - i % THREADS];
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
