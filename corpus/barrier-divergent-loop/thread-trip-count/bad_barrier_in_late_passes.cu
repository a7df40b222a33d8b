// gpu: wrong, racecheck, synccheck
// Threads leave the loop long before the first pass with a barrier: the barrier behind the loop, where
// they wait, opens with the one in it, and they read what is not finished.
#include "../../case.h"

constexpr int PASSES = 8, THREADS = 128;

__global__ void refine(const int *passes, int *out)
{
    __shared__ int value[THREADS];
    int tid = threadIdx.x, work = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        if (pass == passes[tid])
            break;
        work++;
        if (pass >= 4) // only late passes wait for each other
            __syncthreads(); // expect: barrier-divergent-loop
        value[tid] = work;
    }
    __syncthreads();
    out[tid] = value[tid ^ 64];
}

int main()
{
    int *passes, *out;
    need(cudaMallocManaged(&passes, THREADS * sizeof(int)));
    need(cudaMallocManaged(&out, THREADS * sizeof(int)));
    for (int i = 0; i < THREADS; i++)
        passes[i] = i < 64 ? 2 : PASSES;
    refine<<<1, THREADS>>>(passes, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < THREADS; i++)
        wrong += out[i] != passes[i ^ 64];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
