// gpu: wrong, racecheck
// Unrolled reduction that drops the barrier before the last warp takes over: warp 0 reads what
// warp 1 has just added.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    s[tid] = in[blockIdx.x * THREADS + tid];
    __syncthreads();
    if (tid < 128)
        s[tid] += s[tid + 128];
    __syncthreads();
    if (tid >= 32)
        __nanosleep(3000);
    if (tid < 64)
        s[tid] += s[tid + 64];
    if (tid < 32) {
        int sum = s[tid] + s[tid + 32]; // expect: shared-race
        for (int d = 16; d > 0; d >>= 1)
            sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (tid == 0)
            out[blockIdx.x] = sum;
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
    block_sum<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < THREADS; i++)
            want += in[b * THREADS + i];
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
