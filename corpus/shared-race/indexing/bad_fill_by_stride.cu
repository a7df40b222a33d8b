// gpu: wrong, racecheck
// Twice as many elements as threads, filled by a loop with a stride and read in neighbouring
// pairs without a barrier.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__global__ void pairs(const int *in, int *out)
{
    __shared__ int s[2 * THREADS];
    int tid = threadIdx.x;
    for (int i = tid; i < 2 * THREADS; i += blockDim.x) {
        if (tid >= 32)
            __nanosleep(1000);
        s[i] = in[blockIdx.x * 2 * THREADS + i];
    }
    out[blockIdx.x * THREADS + tid] = s[2 * tid] + s[2 * tid + 1]; // expect: shared-race
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, 2 * n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < 2 * n; i++)
        in[i] = (i * 7919) % 1000;
    pairs<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[2 * i] + in[2 * i + 1];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
