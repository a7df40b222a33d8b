// gpu: wrong, racecheck, synccheck
// block.sync() of cooperative groups is __syncthreads() under another name, and a group's
// collectives need the whole group; here a test of the rank keeps half of it away.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include "../../case.h"

namespace cg = cooperative_groups;
constexpr int THREADS = 128, BLOCKS = 512;

__global__ void shift(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    cg::thread_block block = cg::this_thread_block();
    int rank = block.thread_rank();
    int gid = blockIdx.x * THREADS + rank;
    if (rank >= 64)
        __nanosleep(3000);
    s[rank] = in[gid];
    int value = 1;
    if (rank < 64) {
        block.sync(); // expect: barrier-divergence
        value = s[rank + 64];
    }
    result[rank] = value;
    __syncthreads();
    out[gid] = result[THREADS - 1 - rank];
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
    shift<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (i % THREADS < 64 ? in[i + 64] : 1);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
