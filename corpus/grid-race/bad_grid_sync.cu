// flags: --concerns=all
// gpu: wrong
// A barrier of the block waits for no other block, whose elements are read.
#include "../case.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void turn(const int *in, int *out)
{
    int n = gridDim.x * THREADS, i = blockIdx.x * THREADS + threadIdx.x;
    out[i] = in[i];
    __syncthreads();
    out[n + i] = out[n - 1 - i]; // expect: grid-race
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, 2 * n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    for (int i = 0; i < 2 * n; i++)
        out[i] = -1;
    void *arguments[] = {&in, &out};
    need(cudaLaunchCooperativeKernel((void *)turn, BLOCKS, THREADS, arguments, 0, nullptr));
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[n + i] != in[n - 1 - i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
