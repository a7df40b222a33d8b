// expect-none
// gpu: ok
// flags: --arch=sm_90
// Every block stays until its neighbours have read its shared memory.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include "../case.h"

namespace cg = cooperative_groups;
constexpr int THREADS = 64, BLOCKS = 32;

__global__ void __cluster_dims__(2, 1, 1) pairs(const int *in, int *out, int busy)
{
    __shared__ int s[THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    int tid = threadIdx.x, gid = blockIdx.x * THREADS + tid;
    s[tid] = blockIdx.x < busy ? in[gid] : 0;
    cluster.sync();
    int value = cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[tid];
    if (blockIdx.x < busy)
        out[gid] = value;
    cluster.sync();
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        in[i] = 1 + (i * 7919) % 1000;
        out[i] = -1;
    }
    const int busy = BLOCKS - 1;
    pairs<<<BLOCKS, THREADS>>>(in, out, busy);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < busy * THREADS; i++) {
        int partner = i ^ THREADS;
        wrong += out[i] != (partner < busy * THREADS ? in[partner] : 0);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
