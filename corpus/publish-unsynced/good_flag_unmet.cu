// expect-none
// gpu: ok
// One thread waits, and a barrier keeps the others behind it.
#include "../case.h"

// All blocks are on the device at the same time.
constexpr int THREADS = 256, BLOCKS = 32;

// Block 0 makes a table for all.
__global__ void lookup(const int *in, int *table, volatile int *flag, int *out)
{
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (blockIdx.x == 0) {
        table[tid] = 3 * in[tid];
        __threadfence();
        __syncthreads();
        if (tid == 0)
            *flag = 1;
    } else {
        if (tid == 0) {
            while (*flag == 0)
                ;
            __threadfence();
        }
        __syncthreads();
        out[gid] = table[tid] + in[gid];
    }
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    int *table, *out;
    volatile int *flag;
    need(cudaMallocManaged(&table, THREADS * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    need(cudaMalloc((void **)&flag, sizeof(int)));
    need(cudaMemset((void *)flag, 0, sizeof(int)));
    for (int i = 0; i < THREADS; i++)
        table[i] = -1;
    lookup<<<BLOCKS, THREADS>>>(in, table, flag, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = THREADS; i < n; i++)
        wrong += out[i] != 3 * in[i % THREADS] + in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
