// expect-none
// gpu: ok
// Nothing is stored plainly: the bins are counted by atomics and read by atomics, all of which go to
// one place.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 128, BINS = 64;

__global__ void count_values(const int *in, unsigned *bins, unsigned *filled)
{
    int value = in[blockIdx.x * THREADS + threadIdx.x] % BINS;
    if (atomicAdd(&bins[value], 1) == 0)
        atomicAdd(filled, 1);
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    unsigned *bins, *filled;
    need(cudaMallocManaged(&bins, BINS * sizeof(unsigned)));
    need(cudaMallocManaged(&filled, sizeof(unsigned)));
    for (int i = 0; i < BINS; i++)
        bins[i] = 0;
    *filled = 0;
    count_values<<<BLOCKS, THREADS>>>(in, bins, filled);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    unsigned expected[BINS] = {0}, used = 0;
    for (int i = 0; i < n; i++)
        used += expected[in[i] % BINS]++ == 0;
    int wrong = *filled != used;
    for (int i = 0; i < BINS; i++)
        wrong += bins[i] != expected[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
