// expect-none
// expect-proved
// gpu: ok
// The oldest stage of the pipeline has arrived, then the barrier says so for all threads.
#include <cstdio>
#include <cstdlib>
#include <cuda/pipeline>
#include <cuda_runtime.h>
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 64, TILES = 32;

__global__ void chunks(const int *in, int *out)
{
    __shared__ int s[2][THREADS];
    int tid = threadIdx.x, sum = 0;
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&s[0][tid], &in[tid], sizeof(int), pipe);
    pipe.producer_commit();
    for (int k = 0; k < TILES; k++) {
        pipe.producer_acquire();
        if (k + 1 < TILES)
            cuda::memcpy_async(&s[(k + 1) % 2][tid], &in[(k + 1) * THREADS + tid], sizeof(int), pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        __syncthreads();
        sum += s[k % 2][THREADS - 1 - tid];
        __syncthreads();
        pipe.consumer_release();
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
    chunks<<<BLOCKS, THREADS>>>(in, out);
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
