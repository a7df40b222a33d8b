// expect-none
// gpu: ok
// Every block passes grid.sync(); then the others report and block 0 polls.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include "../../case.h"

namespace cg = cooperative_groups;
constexpr int THREADS = 64, BLOCKS = 16;

__global__ void collect(const int *in, int *out, int *reports)
{
    cg::grid_group grid = cg::this_grid();
    int gid = blockIdx.x * THREADS + threadIdx.x;
    grid.sync();
    if (blockIdx.x == 0) {
        while (atomicAdd(reports, 0) < BLOCKS - 1)
            __nanosleep(100);
    } else {
        if (threadIdx.x == 0)
            atomicAdd(reports, 1);
    }
    out[gid] = in[gid];
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
    int *reports;
    need(cudaMallocManaged(&reports, sizeof(int)));
    *reports = 0;
    void *arguments[] = {&in, &out, &reports};
    need(cudaLaunchCooperativeKernel((void *)collect, BLOCKS, THREADS, arguments, 0, nullptr));
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
