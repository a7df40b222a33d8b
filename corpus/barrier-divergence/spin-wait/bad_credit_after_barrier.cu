// gpu: hang
// The loading warp waits for a credit before it overwrites the tile; the readers give the credit
// behind a barrier of their own, and that barrier waits for the loading warp.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64, TILES = 8;

__global__ void stream_tiles(const int *in, int *out)
{
    __shared__ int tile[32];
    __shared__ int credits;
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid == 0)
        credits = 0;
    __syncthreads();
    int sum = 0;
    for (int t = 0; t < TILES; t++) {
        if (tid < 32) {
            while (atomicAdd(&credits, 0) < t)
                __nanosleep(100);
            tile[tid] = in[blockIdx.x * THREADS + tid] + t;
        }
        __syncthreads();
        if (tid >= 32) {
            sum += tile[tid % 32];
            __syncthreads(); // expect: barrier-divergence
            if (tid == 32)
                atomicAdd(&credits, 1);
        }
    }
    out[gid] = sum;
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
    stream_tiles<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int first = i - i % THREADS + i % 32;
        wrong += out[i] != (i % THREADS < 32 ? 0 : TILES * in[first] + TILES * (TILES - 1) / 2);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
