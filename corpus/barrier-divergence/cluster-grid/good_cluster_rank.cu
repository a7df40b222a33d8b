// expect-none
// gpu: ok
// flags: --arch=sm_90
// Both blocks of the cluster synchronise; the rank decides only who works.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include "../../case.h"

namespace cg = cooperative_groups;
constexpr int THREADS = 128, BLOCKS = 64;

__global__ void __cluster_dims__(2, 1, 1) pair_up(const int *in, int *out)
{
    __shared__ int s[THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    int gid = blockIdx.x * THREADS + threadIdx.x;
    s[threadIdx.x] = in[gid];
    cluster.sync();
    const int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
    out[gid] = other[threadIdx.x];
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
    pair_up<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 128];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
