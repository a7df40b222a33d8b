// expect-none
// gpu: ok
// flags: --checks=*
// The same kernel hands its values over through global memory of the block, which needs the
// barrier as much as shared memory would.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 64;

__global__ void square(const int *__restrict__ in, int *out)
{
    int tid = threadIdx.x;
    int base = blockIdx.x * THREADS;
    int value = in[base + tid];
    out[base + tid] = value * value;
    __syncthreads();
    value = out[base + (tid ^ 32)];
    __syncthreads();
    out[base + tid] = value;
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
    square<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 32] * in[i ^ 32];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
