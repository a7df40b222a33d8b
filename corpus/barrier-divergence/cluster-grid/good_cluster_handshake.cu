// expect-none
// gpu: ok
// flags: --arch=sm_90
// Both blocks pass the barrier; then one polls and the other raises the flag.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include "../../case.h"

namespace cg = cooperative_groups;
constexpr int THREADS = 64, BLOCKS = 32;

__global__ void __cluster_dims__(2, 1, 1) handshake(const int *in, int *out)
{
    __shared__ int ready;
    cg::cluster_group cluster = cg::this_cluster();
    int gid = blockIdx.x * THREADS + threadIdx.x;
    if (threadIdx.x == 0)
        ready = 0;
    cluster.sync();
    cluster.sync();
    if (cluster.block_rank() == 0) {
        if (threadIdx.x == 0)
            atomicExch(cluster.map_shared_rank(&ready, 1), 1);
    } else {
        while (atomicAdd(&ready, 0) == 0)
            __nanosleep(100);
    }
    out[gid] = in[gid];
    cluster.sync();
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
    handshake<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
