// expect-none
// gpu: ok
// Blocks without work stay until grid.sync() and do nothing.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include "../case.h"

namespace cg = cooperative_groups;
constexpr int THREADS = 64, BLOCKS = 16;

__global__ void two_phases(const int *in, int *middle, int *out, int busy)
{
    cg::grid_group grid = cg::this_grid();
    int gid = blockIdx.x * THREADS + threadIdx.x;
    bool works = blockIdx.x < busy;
    if (works)
        middle[gid] = 2 * in[gid];
    grid.sync();
    if (works)
        out[gid] = middle[(gid + THREADS) % (THREADS * busy)];
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
    int *middle;
    need(cudaMallocManaged(&middle, n * sizeof(int)));
    int busy = BLOCKS - 3;
    void *arguments[] = {&in, &middle, &out, &busy};
    need(cudaLaunchCooperativeKernel((void *)two_phases, BLOCKS, THREADS, arguments, 0, nullptr));
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < busy * THREADS; i++)
        wrong += out[i] != 2 * in[(i + THREADS) % (busy * THREADS)];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
