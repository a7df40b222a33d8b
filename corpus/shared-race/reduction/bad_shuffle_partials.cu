// gpu: wrong, racecheck
// Shuffle reduction: each warp stores its sum, and the first warp adds the sums up without
// waiting for the other warps.
#include "../../case.h"

constexpr int THREADS = 256, WARPS = THREADS / 32, BLOCKS = 512;

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int partial[WARPS];
    int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    int sum = in[blockIdx.x * THREADS + tid];
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (warp > 0)
        __nanosleep(3000);
    if (lane == 0)
        partial[warp] = sum;
    if (warp == 0) {
        sum = lane < WARPS ? partial[lane] : 0; // expect: shared-race
        for (int d = 16; d > 0; d >>= 1)
            sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (lane == 0)
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
