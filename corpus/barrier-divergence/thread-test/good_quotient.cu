// expect-none
// gpu: ok
// The quotient of the thread number and the block size is 0 in every thread.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void shift(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x >= 128)
        __nanosleep(2000);
    s[threadIdx.x] = in[gid];
    int value = 0;
    if (threadIdx.x / blockDim.x == 0) {
        __syncthreads();
        value = s[threadIdx.x ^ 128];
    }
    result[threadIdx.x] = value;
    __syncthreads();
    out[gid] = result[THREADS - 1 - threadIdx.x];
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
    shift<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != in[i ^ 128];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
