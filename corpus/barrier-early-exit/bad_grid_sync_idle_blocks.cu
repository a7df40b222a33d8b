// gpu: hang
// Blocks without work return before grid.sync(). That barrier counts blocks: the others wait for
// those that left, for ever.
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
    if (blockIdx.x >= busy)
        return;
    middle[gid] = 2 * in[gid];
    grid.sync(); // expect: barrier-early-exit
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
