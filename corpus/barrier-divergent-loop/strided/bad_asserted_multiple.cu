// gpu: wrong, synccheck
// The assertion promises a multiple of the warp size, and the loop needs one of the block size.
#include <cstdio>
#include <cstdlib>
#include <cassert>
#include <cuda_runtime.h>
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void columns(const int *in, int *out, int n)
{
    __shared__ int s[THREADS];
    __shared__ int total[THREADS];
    int tid = threadIdx.x, sum = 0;
    assert(n >= 0 && n % 32 == 0);
    for (int i = tid; i < n; i += THREADS) {
        s[tid] = in[blockIdx.x * n + i];
        __syncthreads(); // expect: barrier-divergent-loop
        sum += s[tid ^ 1];
        __syncthreads();
    }
    total[tid] = sum;
    __syncthreads();
    out[blockIdx.x * THREADS + tid] = total[THREADS - 1 - tid];
}

int main()
{
    const int n = 160;
    int *in, *out;
    need(cudaMallocManaged(&in, BLOCKS * n * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * THREADS * sizeof(int)));
    for (int i = 0; i < BLOCKS * n; i++)
        in[i] = i;
    columns<<<BLOCKS, THREADS>>>(in, out, n);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++)
        for (int tid = 0; tid < THREADS; tid++) {
            int want = 0;
            for (int i = tid; i < n; i += THREADS)
                want += in[b * n + (i ^ 1)];
            wrong += out[b * THREADS + THREADS - 1 - tid] != want;
        }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
