// expect-none
// expect-proved
// gpu: ok
// A barrier of all blocks, made by hand.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__device__ unsigned arrived;

// Counted up by one thread of each block, which waits until all have done so.
__device__ void wait_for_all_blocks()
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1);
        while (((volatile unsigned &)arrived) < gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
}

__global__ void turn(const int *in, int *out)
{
    int n = gridDim.x * THREADS, i = blockIdx.x * THREADS + threadIdx.x;
    out[i] = in[i];
    wait_for_all_blocks();
    out[n + i] = out[n - 1 - i];
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
