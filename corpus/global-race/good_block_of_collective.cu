// expect-none
// gpu: ok
// The collectives say how many threads the block has, though no launch that can be read does.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cub/cub.cuh>
#include "../case.h"

template <int THREADS, int ITEMS> __global__ void running_sum(const int *in, int *out)
{
    using load = cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using store = cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    using scan = cub::BlockScan<int, THREADS>;
    __shared__ union {
        typename load::TempStorage in;
        typename store::TempStorage out;
        typename scan::TempStorage sums;
    } s;
    int v[ITEMS];
    load(s.in).Load(in + blockIdx.x * THREADS * ITEMS, v);
    __syncthreads();
    int total;
    scan(s.sums).InclusiveSum(v, v, total);
    __syncthreads();
    store(s.out).Store(out + blockIdx.x * THREADS * ITEMS, v);
}

typedef void (*kernel)(const int *, int *);

template <int THREADS> void run(kernel k, const int *in, int *out, int blocks)
{
    k<<<blocks, THREADS>>>(in, out);
    need(cudaGetLastError());
}

int main()
{
    const int tile = 64 * 8, blocks = 16, n = tile * blocks;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = i % 13;
    run<64>(running_sum<64, 8>, in, out, blocks);
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < blocks; b++)
        for (int i = 0, sum = 0; i < tile; i++) {
            sum += in[b * tile + i];
            wrong += out[b * tile + i] != sum;
        }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
