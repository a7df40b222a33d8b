// expect-none
// gpu: ok
// Every thread waits; only the work after the barrier is left to the first one.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void total(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    if (tid >= 32)
        __nanosleep(1000);
    s[tid] = in[blockIdx.x * THREADS + tid];
    __syncthreads();
    if (tid >= 32)
        __nanosleep(4000);
    s[tid] = 2 * s[tid];
    __syncthreads();
    int sum = 0;
    if (tid == 0)
        for (int i = 0; i < THREADS; i++)
            sum += s[i];
    if (tid == 0)
        out[blockIdx.x] = sum;
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
    total<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < THREADS; i++)
            want += 2 * in[b * THREADS + i];
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
