// expect-none
// gpu: ok
// Both launches are cooperative.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include "../case.h"

namespace cg = cooperative_groups;
constexpr int THREADS = 64, BLOCKS = 8;

__device__ void wait_for_all_blocks()
{
    cg::grid_group grid = cg::this_grid();
    grid.sync();
}

__global__ void reverse(int *data)
{
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int value = data[BLOCKS * THREADS - 1 - gid];
    wait_for_all_blocks();
    data[gid] = value;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *data;
    need(cudaMallocManaged(&data, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        data[i] = i;
    void *arguments[] = {&data};
    need(cudaLaunchCooperativeKernel((void *)reverse, BLOCKS, THREADS, arguments, 0, nullptr));
    need(cudaLaunchCooperativeKernel((void *)reverse, BLOCKS, THREADS, arguments, 0, nullptr));
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += data[i] != i;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
