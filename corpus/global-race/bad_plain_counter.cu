// gpu: wrong
// Every thread of the block counts into the block's place in global memory with ++.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

__global__ void count_odd(const int *in, int *counts)
{
    int gid = blockIdx.x * THREADS + threadIdx.x;
    if (in[gid] % 2)
        counts[blockIdx.x]++; // expect: global-race
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
    for (int b = 0; b < BLOCKS; b++)
        out[b] = 0;
    count_odd<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            want += in[i] % 2;
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
