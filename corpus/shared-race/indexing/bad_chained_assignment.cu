// gpu: wrong, racecheck
// A chained assignment stores to two arrays, and the comma behind it already reads the
// neighbour's element of one of them.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__global__ void chain(const int *in, int *out)
{
    __shared__ int a[THREADS], b[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value;
    if (tid >= 64)
        __nanosleep(3000);
    a[tid] = b[tid] = in[gid], value = a[tid ^ 64]; // expect: shared-race
    value += b[tid];
    out[gid] = value;
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
    chain<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i] + in[i ^ 64];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
