// expect-none
// expect-proved
// gpu: ok
// Histogram: clear, barrier, count with atomics, barrier, add to the result.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256, BINS = 64;

__global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[BINS];
    int tid = threadIdx.x;
    if (tid >= 32 && tid < BINS)
        __nanosleep(500000);
    if (tid < BINS)
        bins[tid] = 0;
    __syncthreads();
    atomicAdd(&bins[in[blockIdx.x * THREADS + tid] % BINS], 1);
    __syncthreads();
    if (tid < BINS)
        atomicAdd(&out[tid], bins[tid]);
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
    for (int b = 0; b < BINS; b++)
        out[b] = 0;
    histogram<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int want[BINS] = {0}, wrong = 0;
    for (int i = 0; i < n; i++)
        want[in[i] % BINS]++;
    for (int b = 0; b < BINS; b++)
        wrong += out[b] != want[b];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
