// expect-none
// gpu: ok
// The guard compares the thread number with the block size. It names threadIdx but is true in
// every thread.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void ring(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x >= 32)
        __nanosleep(3000);
    s[threadIdx.x] = in[gid];
    if (threadIdx.x < blockDim.x) {
        __syncthreads();
        out[gid] = s[(threadIdx.x + 1) % THREADS];
    }
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
    ring<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
            wrong += out[i] != in[i - i % THREADS + (i + 1) % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
