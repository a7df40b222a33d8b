// gpu: wrong
// Thread 0 counts the block as done while its other warps have not stored yet. Each thread has its
// fence, but a fence waits for no thread.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void columns(const int *in, int *rows, unsigned *count, int *sums)
{
    __shared__ bool is_last;
    int tid = threadIdx.x;
    if (tid >= 32 && blockIdx.x % 8 == 0)
        for (int i = 0; i < 20; i++)
            __nanosleep(500000);
    rows[blockIdx.x * THREADS + tid] = 2 * in[blockIdx.x * THREADS + tid];
    __threadfence();
    if (tid == 0) {
        is_last = atomicAdd(count, 1) == gridDim.x - 1; // expect: publish-unsynced
    }
    __syncthreads();
    if (is_last) {
        int sum = 0;
        for (int r = 0; r < gridDim.x; r++)
            sum += rows[r * THREADS + tid];
        sums[tid] = sum;
    }
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    int *rows, *sums;
    unsigned *count;
    need(cudaMallocManaged(&rows, n * sizeof(int)));
    need(cudaMallocManaged(&sums, THREADS * sizeof(int)));
    need(cudaMallocManaged(&count, sizeof(unsigned)));
    for (int i = 0; i < n; i++)
        rows[i] = -1;
    *count = 0;
    columns<<<BLOCKS, THREADS>>>(in, rows, count, sums);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int c = 0; c < THREADS; c++) {
        int expected = 0;
        for (int r = 0; r < BLOCKS; r++)
            expected += 2 * in[r * THREADS + c];
        wrong += sums[c] != expected;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
