// expect-none
// gpu: ok
// What the lanes of every warp vote on is the same for the whole block, and so is the result.
#include "../../case.h"

constexpr int THREADS = 96, BLOCKS = 40;

__global__ void mirrored(const int *in, int *out, const int *tiles)
{
    __shared__ int row[THREADS];
    int tile = blockIdx.x, t = threadIdx.x;
    if (__all_sync(0xffffffffu, tile >= *tiles))
        return;
    row[t] = in[tile * THREADS + t];
    __syncthreads();
    out[tile * THREADS + t] = row[THREADS - 1 - t];
}

int main()
{
    const int n = BLOCKS * THREADS, used = 33;
    int *in, *out, *tiles;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    need(cudaMallocManaged(&tiles, sizeof(int)));
    *tiles = used;
    for (int i = 0; i < n; i++) {
        in[i] = i;
        out[i] = -1;
    }
    mirrored<<<BLOCKS, THREADS>>>(in, out, tiles);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int b = i / THREADS, t = i % THREADS;
        wrong += out[i] != (b < used ? b * THREADS + THREADS - 1 - t : -1);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
