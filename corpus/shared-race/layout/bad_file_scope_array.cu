// gpu: wrong, racecheck
// The shared array is declared at file scope, where it looks like a global; it needs a barrier all
// the same.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__shared__ int exchange[THREADS];

__global__ void mirror(const int *in, int *out)
{
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 64)
        __nanosleep(3000);
    exchange[tid] = in[gid];
    out[gid] = exchange[THREADS - 1 - tid]; // expect: shared-race
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
    mirror<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + THREADS - 1 - i % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
