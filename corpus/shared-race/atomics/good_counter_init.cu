// expect-none
// gpu: ok
// A shared counter: zero, barrier, atomic counts, barrier, read.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void count_odd(const int *in, int *out)
{
    __shared__ int count;
    int tid = threadIdx.x;
    if (tid == 0) {
        __nanosleep(3000);
        count = 0;
    }
    __syncthreads();
    if (in[blockIdx.x * THREADS + tid] % 2)
        atomicAdd(&count, 1);
    __syncthreads();
    if (tid == 0)
        out[blockIdx.x] = count;
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
    count_odd<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < THREADS; i++)
            want += in[b * THREADS + i] % 2;
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
