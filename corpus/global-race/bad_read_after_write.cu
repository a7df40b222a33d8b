// gpu: wrong
// Threads of one block exchange values through global memory: the neighbour's value is read
// without a barrier after it was written.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void exchange(const int *in, int *scratch, int *out)
{
    int tid = threadIdx.x;
    int base = blockIdx.x * THREADS;
    if (tid >= 128)
        __nanosleep(3000);
    scratch[base + tid] = 2 * in[base + tid];
    out[base + tid] = scratch[base + (tid ^ 128)]; // expect: global-race
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
    int *scratch;
    need(cudaMallocManaged(&scratch, n * sizeof(int)));
    exchange<<<BLOCKS, THREADS>>>(in, scratch, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 2 * in[i ^ 128];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
