// gpu: racecheck
// expect-none
// expect-proved
// A tile of 64 threads synchronises itself (cooperative groups, block_tile_memory) and exchanges data
// within the tile.
#include "../../case.h"
#include <cooperative_groups.h>

constexpr int THREADS = 128, BLOCKS = 32;

namespace cg = cooperative_groups;

__global__ void exchange(const int *in, int *out)
{
    __shared__ cg::block_tile_memory<THREADS> memory;
    __shared__ int s[THREADS];
    auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
    int tid = threadIdx.x;
    if (tid < 32)
        __nanosleep(20000);
    s[tid] = in[blockIdx.x * THREADS + tid];
    tile.sync();
    out[blockIdx.x * THREADS + tid] = s[tid ^ 63];
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
    exchange<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 63];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
