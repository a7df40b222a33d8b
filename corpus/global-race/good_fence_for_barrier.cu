// expect-none
// gpu: ok
// A barrier in the place of the fence.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void exchange(const int *in, int *scratch, int *out)
{
    int tid = threadIdx.x;
    int base = blockIdx.x * THREADS;
    if (tid >= 32)
        __nanosleep(500000);
    scratch[base + tid] = in[base + tid] + 1;
    __syncthreads();
    out[base + tid] = scratch[base + (tid + 64) % THREADS];
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
    int *scratch;
    need(cudaMallocManaged(&scratch, n * sizeof(int)));
    exchange<<<BLOCKS, THREADS>>>(in, scratch, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + (i + 64) % THREADS] + 1;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
