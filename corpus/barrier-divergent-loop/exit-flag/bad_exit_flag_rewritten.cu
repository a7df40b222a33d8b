// gpu: wrong, racecheck
// The exit flag is tested at the head of the next pass without a barrier after the test: the
// first thread may set it again while slow threads still read, so they may leave in different
// passes.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void drain(const int *in, int *out, int limit)
{
    __shared__ int go;
    int tid = threadIdx.x;
    int passes = 0;
    int left = in[blockIdx.x * THREADS];
    while (true) {
        if (tid == 0) {
            left -= 100;
            go = left > limit; // expect: shared-race
        }
        __syncthreads(); // expect: barrier-divergent-loop
        if (tid >= 32)
            __nanosleep(1000);
        if (!go)
            break;
        passes++;
    }
    out[blockIdx.x * THREADS + tid] = passes;
}

static int expected(int left)
{
    int passes = 0;
    while ((left -= 100) > 0)
        passes++;
    return passes;
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
    drain<<<BLOCKS, THREADS>>>(in, out, 0);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != expected(in[i - i % THREADS]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
