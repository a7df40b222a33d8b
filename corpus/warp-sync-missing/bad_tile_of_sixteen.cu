// gpu: wrong, racecheck
// A tile of 16 threads synchronises, and the value read belongs to the next tile of the same warp.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include "../case.h"

namespace cg = cooperative_groups;
constexpr int THREADS = 128, BLOCKS = 512;

__global__ void tiles(const int *in, int *out)
{
    __shared__ int s[THREADS];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid % 32 >= 16)
        __nanosleep(2000);
    s[tid] = in[gid];
    tile.sync();
    out[gid] = s[tid ^ 31]; // expect: warp-sync-missing
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
    tiles<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 31];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
