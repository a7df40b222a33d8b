// gpu: wrong, racecheck
// Two extern __shared__ arrays are two names for the same bytes: the second store overwrites what
// other threads have put into the first array.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

extern __shared__ int keys[];
extern __shared__ int weights[];

__global__ void two_arrays(const int *in, int *out)
{
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    keys[tid] = in[gid];
    weights[THREADS - 1 - tid] = 5; // expect: shared-alias
    __syncthreads();
    out[gid] = keys[tid ^ 1] * weights[tid ^ 2];
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
    two_arrays<<<BLOCKS, THREADS, 2 * THREADS * sizeof(int)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 5 * in[i ^ 1];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
