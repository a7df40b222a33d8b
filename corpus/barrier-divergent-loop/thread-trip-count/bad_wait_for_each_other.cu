// gpu: hang
// Odd threads make two passes and even threads one. The even ones then wait until all passes are
// counted, and the odd ones wait for them at the barrier of their second pass: a hang.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void count_passes(int *out)
{
    __shared__ int passes;
    int tid = threadIdx.x;
    if (tid == 0)
        passes = 0;
    __syncthreads();
    for (int k = 0; k < 1 + tid % 2; k++) {
        __syncthreads(); // expect: barrier-divergent-loop
        atomicAdd(&passes, 1);
    }
    while (atomicAdd(&passes, 0) < THREADS / 2 * 3)
        __nanosleep(100);
    out[blockIdx.x * THREADS + tid] = tid;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *out;
    need(cudaMallocManaged(&out, n * sizeof(int)));
    count_passes<<<BLOCKS, THREADS>>>(out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != i % THREADS;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
