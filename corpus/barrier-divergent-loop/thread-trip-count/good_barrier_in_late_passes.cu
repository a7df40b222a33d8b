// gpu: ok
// expect-none
// Every thread makes all passes and only works in its own: the barriers of late passes meet.
#include "../../case.h"

constexpr int PASSES = 8, THREADS = 128;

__global__ void refine(const int *passes, int *out)
{
    __shared__ int value[THREADS];
    int tid = threadIdx.x, work = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        if (pass < passes[tid])
            work++;
        if (pass >= 4) // only late passes wait for each other
            __syncthreads();
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
