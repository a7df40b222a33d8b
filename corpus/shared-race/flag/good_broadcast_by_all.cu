// expect-none
// expect-proved
// gpu: ok
// One thread stores the origin of the block, a barrier publishes it.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void copy(const int *in, int *out)
{
    __shared__ int origin;
    if (threadIdx.x == 0)
        origin = blockIdx.x * THREADS;
    __syncthreads();
    out[origin + threadIdx.x] = in[origin + threadIdx.x];
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        in[i] = i * 7 % 1000;
        out[i] = -1;
    }
    copy<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
