// gpu: wrong, racecheck
// The tail as a helper of its own with a volatile pointer, as found in many old reductions; each
// step reads what other lanes wrote in the step before.
#include "../case.h"

constexpr int THREADS = 64, BLOCKS = 512;

__device__ void last_warp(volatile int *s, int tid)
{
    int mine = s[tid];
    for (int d = 32; d > 0; d /= 2)
        s[tid] = mine = mine + s[tid + d]; // expect: warp-sync-missing
}

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    s[tid] = in[blockIdx.x * THREADS + tid];
    __syncthreads();
    if (tid < 32) {
        if (tid >= 8)
            __nanosleep(1000);
        last_warp(s, tid);
        if (tid == 0)
            out[blockIdx.x] = s[0];
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
