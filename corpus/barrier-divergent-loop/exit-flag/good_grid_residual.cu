// expect-none
// gpu: ok
// All blocks go on until the sum of what is left reads zero. A barrier of the grid stands between
// the reading of the sum and its reset, so all read the same.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#include "../../case.h"

constexpr int THREADS = 32, BLOCKS = 64;

// Every other block is late to read.
__device__ int what_is_left(const int *left)
{
    if (blockIdx.x % 2 == 1)
        __nanosleep(20000);
    return *left;
}

__global__ void count_down(int *value, int *left, int *passes)
{
    cg::grid_group grid = cg::this_grid();
    int i = blockIdx.x * THREADS + threadIdx.x;
    atomicAdd(left, value[i]);
    grid.sync();
    int rest = what_is_left(left);
    while (rest > 0) {
        value[i] = max(value[i] - 1, 0);
        grid.sync();
        if (i == 0)
            *left = 0;
        grid.sync();
        atomicAdd(left, value[i]);
        grid.sync();
        rest = what_is_left(left);
        passes[i]++;
    }
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *value, *left, *passes;
    need(cudaMallocManaged(&value, n * sizeof(int)));
    need(cudaMallocManaged(&left, sizeof(int)));
    need(cudaMallocManaged(&passes, n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        value[i] = i % 50;
        passes[i] = 0;
    }
    *left = 0;
    void *arguments[] = {&value, &left, &passes};
    need(cudaLaunchCooperativeKernel((void *)count_down, dim3(BLOCKS), dim3(THREADS), arguments, 0,
                                     0));
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += passes[i] != 49 || value[i] != 0;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
