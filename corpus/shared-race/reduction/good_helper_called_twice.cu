// expect-none
// expect-proved
// gpu: ok
// The helper closes with a barrier after the result has been read, so it can be called again.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__device__ int block_sum(int *scratch, int value)
{
    int tid = threadIdx.x;
    scratch[tid] = value;
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d >>= 1) {
        if (tid < d)
            scratch[tid] += scratch[tid + d];
        __syncthreads();
    }
    if (tid >= 32)
        __nanosleep(2000);
    int sum = scratch[0];
    __syncthreads();
    return sum;
}

__global__ void moments(const int *in, int *out)
{
    __shared__ int scratch[THREADS];
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int value = in[gid];
    int sum = block_sum(scratch, value);
    int squares = block_sum(scratch, value * value);
    out[gid] = squares - sum;
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
    moments<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            want += in[i] * in[i] - in[i];
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
