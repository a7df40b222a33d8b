// expect-none
// gpu: ok
// A barrier stands between the stores to the own places and the stores to the neighbours'.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void overwrite(const int *in, int *out)
{
    int tid = threadIdx.x;
    int base = blockIdx.x * THREADS;
    if (tid >= 32)
        __nanosleep(500000);
    out[base + tid] = -1;
    __syncthreads();
    out[base + (tid + 32) % THREADS] = in[base + tid];
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
    overwrite<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + (i + THREADS - 32) % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
