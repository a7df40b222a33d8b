// gpu: hang
// grid.sync() under a condition on blockIdx: uniform in the block, but the barrier belongs to the
// whole grid and the odd blocks never come.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include "../../case.h"

namespace cg = cooperative_groups;
constexpr int THREADS = 64, BLOCKS = 16;

__global__ void two_phases(const int *in, int *middle, int *out)
{
    cg::grid_group grid = cg::this_grid();
    int gid = blockIdx.x * THREADS + threadIdx.x;
    middle[gid] = 2 * in[gid];
    if (blockIdx.x % 2 == 0) {
        grid.sync(); // expect: barrier-divergence
        out[gid] = middle[(gid + THREADS) % (THREADS * BLOCKS)];
    }
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
    void *arguments[] = {&in, &middle, &out};
    need(cudaLaunchCooperativeKernel((void *)two_phases, BLOCKS, THREADS, arguments, 0, nullptr));
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        if (i / THREADS % 2 == 0)
            wrong += out[i] != 2 * in[(i + THREADS) % n];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
