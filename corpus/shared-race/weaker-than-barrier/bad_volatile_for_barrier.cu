// gpu: wrong, racecheck
// `volatile` makes every access go to memory; it makes no thread wait.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void neighbour(const int *in, int *out)
{
    __shared__ volatile int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 128)
        __nanosleep(3000);
    s[tid] = in[gid];
    out[gid] = s[tid ^ 128]; // expect: shared-race
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
    neighbour<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 128];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
