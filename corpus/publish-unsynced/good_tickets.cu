// expect-none
// gpu: ok
// The counter hands out tiles. What a block reads of the tile, it has stored itself, or no block has.
#include "../case.h"

constexpr int THREADS = 128, TILES = 512, BLOCKS = 64;

__global__ void tiles(const int *in, unsigned *next, int *scratch, int *out)
{
    __shared__ unsigned ticket;
    int tid = threadIdx.x;
    for (;;) {
        if (tid == 0)
            ticket = atomicAdd(next, 1);
        __syncthreads();
        unsigned tile = ticket;
        __syncthreads();
        if (tile >= TILES)
            return;
        scratch[tile * THREADS + tid] = 5 * in[tile * THREADS + tid];
        __syncthreads();
        out[tile * THREADS + tid] = scratch[tile * THREADS + (THREADS - 1 - tid)];
    }
}

int main()
{
    const int n = TILES * THREADS;
    int *in;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    unsigned *next;
    int *scratch, *out;
    need(cudaMallocManaged(&next, sizeof(unsigned)));
    need(cudaMallocManaged(&scratch, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    *next = 0;
    tiles<<<BLOCKS, THREADS>>>(in, next, scratch, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 5 * in[i / THREADS * THREADS + THREADS - 1 - i % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
