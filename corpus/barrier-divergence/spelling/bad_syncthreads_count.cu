// gpu: wrong
// A barrier that counts is called by the threads below n only; its predicate should have said
// so instead. The count then misses threads, and they miss the barrier.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 200;

__global__ void count(const int *in, int *out, int n)
{
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int odd = 0;
    if (gid < n)
        odd = __syncthreads_count(in[gid] % 2); // expect: barrier-divergence
    if (threadIdx.x == THREADS - 1)
        out[blockIdx.x] = odd;
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
    const int used = n - 100;
    count<<<BLOCKS, THREADS>>>(in, out, used);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = b * THREADS; i < (b + 1) * THREADS && i < used; i++)
            want += in[i] % 2;
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
