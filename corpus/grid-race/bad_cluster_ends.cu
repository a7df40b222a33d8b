// gpu: racecheck
// needs: sm_90
// nvcc: -arch=sm_90
// A block may end, and its memory be given to another one, while it is read.
#include <cooperative_groups.h>

#include "../case.h"

namespace cg = cooperative_groups;
constexpr int THREADS = 256, BLOCKS = 128;

__global__ void __cluster_dims__(2, 1, 1) exchange(const int *in, int *out)
{
    __shared__ int s[THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    int tid = threadIdx.x, i = blockIdx.x * THREADS + tid;
    int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
    s[tid] = in[i];
    cluster.sync();
    out[i] = other[THREADS - 1 - tid]; // expect: grid-race
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    exchange<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[(i / THREADS ^ 1) * THREADS + THREADS - 1 - i % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
