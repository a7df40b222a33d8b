// expect-none
// gpu: ok
// The whole tile waits before the branch.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include "../case.h"

namespace cg = cooperative_groups;
constexpr int THREADS = 64, BLOCKS = 32;

__global__ void hand_over(const int *in, int *out)
{
    __shared__ int ready[THREADS / 16];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int *flag = &ready[threadIdx.x / 16];
    if (tile.thread_rank() == 0)
        *flag = 0;
    tile.sync();
    tile.sync();
    if (tile.thread_rank() < 8) {
        if (tile.thread_rank() == 0)
            atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0)
            __nanosleep(100);
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
    hand_over<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
