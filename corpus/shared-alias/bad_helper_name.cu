// gpu: wrong, racecheck
// A helper declares its own extern __shared__ scratch, the kernel another one: in the inlined
// kernel both are the same memory, and the helper overwrites the kernel's data.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__device__ int opposite(int value)
{
    extern __shared__ int scratch[];
    scratch[THREADS - 1 - threadIdx.x] = value; // expect: shared-alias
    __syncthreads();
    return scratch[threadIdx.x];
}

__global__ void add_opposite(const int *in, int *out)
{
    extern __shared__ int data[];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    data[tid] = in[gid];
    int other = opposite(2 * in[gid]);
    out[gid] = other + data[tid];
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
    add_opposite<<<BLOCKS, THREADS, 2 * THREADS * sizeof(int)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i] + 2 * in[i ^ 127];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
