// expect-none
// gpu: ok
// In place, with a barrier between all the reads and all the writes of the block.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void reverse(int *data)
{
    int tid = threadIdx.x;
    int base = blockIdx.x * THREADS;
    if (tid < 128)
        __nanosleep(500000);
    int value = data[base + THREADS - 1 - tid];
    __syncthreads();
    data[base + tid] = value;
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
    for (int i = 0; i < n; i++)
        out[i] = in[i];
    reverse<<<BLOCKS, THREADS>>>(out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + THREADS - 1 - i % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
