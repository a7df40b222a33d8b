// expect-none
// gpu: ok
// The same kernel, launched cooperatively.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include "../case.h"

namespace cg = cooperative_groups;
constexpr int THREADS = 64, BLOCKS = 16;

__global__ void two_phases(const int *in, int *middle, int *out)
{
    int gid = blockIdx.x * THREADS + threadIdx.x;
    middle[gid] = 2 * in[gid];
    cg::this_grid().sync();
    out[gid] = middle[BLOCKS * THREADS - 1 - gid];
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *middle, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&middle, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    void *arguments[] = {&in, &middle, &out};
    need(cudaLaunchCooperativeKernel((void *)two_phases, BLOCKS, THREADS, arguments, 0, nullptr));
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 2 * in[n - 1 - i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
