// gpu: wrong, racecheck
// Two arrays carved out of the dynamic shared memory, with the second one placed half a block too
// low: its first half lies on the second half of the first array.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

extern __shared__ int memory[];

__global__ void two_arrays(const int *in, int *out)
{
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int *keys = memory;
    int *values = keys + blockDim.x / 2;
    keys[tid] = in[gid];
    values[tid] = 2 * in[gid]; // expect: shared-race
    __syncthreads();
    out[gid] = keys[tid ^ 1] + values[tid ^ 32];
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
        wrong += out[i] != in[i ^ 1] + 2 * in[i ^ 32];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
