// gpu: wrong, racecheck
// A block-sum helper that returns its result straight from the scratch buffer. Called twice, the
// second call overwrites the first result while slow warps still read it.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__device__ int block_sum(int *scratch, int value)
{
    int tid = threadIdx.x;
    scratch[tid] = value; // expect: shared-race
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d >>= 1) {
        if (tid < d)
            scratch[tid] += scratch[tid + d];
        __syncthreads();
    }
    if (tid >= 32)
        __nanosleep(2000);
    return scratch[0];
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
