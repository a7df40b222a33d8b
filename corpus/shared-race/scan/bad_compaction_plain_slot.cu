// gpu: wrong, racecheck
// The slot comes from a plain increment instead of an atomic: two threads may take the same slot
// and one of their values is lost.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void keep_large(const int *in, int *counts)
{
    __shared__ int count;
    int tid = threadIdx.x;
    int value = in[blockIdx.x * THREADS + tid];
    if (tid == 0)
        count = 0;
    __syncthreads();
    if (value >= 500)
        count++; // expect: shared-race
    __syncthreads();
    if (tid == 0)
        counts[blockIdx.x] = count;
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
    keep_large<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < THREADS; i++)
            want += in[b * THREADS + i] >= 500;
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
