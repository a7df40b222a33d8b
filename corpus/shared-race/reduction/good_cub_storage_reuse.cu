// expect-none
// gpu: ok
// A barrier between the two collectives that share one TempStorage.
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <cuda_runtime.h>
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

/* Some warps take their time to add, so that others are ahead of them. */
struct SlowSum {
    __device__ int operator()(int a, int b) const
    {
        if (threadIdx.x >= 64)
            __nanosleep(2000);
        return a + b;
    }
};

__global__ void two_scans(const int *in, int *out)
{
    using Scan = cub::BlockScan<int, THREADS, cub::BLOCK_SCAN_WARP_SCANS>;
    __shared__ typename Scan::TempStorage storage;
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int value = in[gid], first, second;
    Scan(storage).InclusiveScan(value, first, SlowSum());
    __syncthreads();
    Scan(storage).InclusiveSum(value % 7, second);
    out[gid] = first - second;
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
    two_scans<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        sum = (i % THREADS ? sum : 0) + in[i] - in[i] % 7;
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
