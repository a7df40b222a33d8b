// expect-none
// gpu: ok
// The loop ends with a barrier, so the helper's scratch buffer is free when the next pass comes.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512, PASSES = 10;

__device__ int block_max(int *scratch, int value)
{
    int warp = threadIdx.x / 32;
    int most = __reduce_max_sync(0xffffffffu, value);
    if (threadIdx.x % 32 == 0)
        scratch[warp] = most;
    __syncthreads();
    if (threadIdx.x >= 32)
        __nanosleep(1000);
    most = scratch[0];
    for (int w = 1; w < THREADS / 32; w++)
        most = max(most, scratch[w]);
    return most;
}

__global__ void peaks(const int *in, int *out)
{
    __shared__ int scratch[THREADS / 32];
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int sum = 0;
    for (int k = 0; k < PASSES; k++) {
        sum += block_max(scratch, (in[gid] * (k + 1)) % 1009);
        __syncthreads();
    }
    out[gid] = sum;
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
    peaks<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int k = 0; k < PASSES; k++) {
            int most = 0;
            for (int i = b * THREADS; i < (b + 1) * THREADS; i++) {
                int value = in[i] * (k + 1) % 1009;
                most = value > most ? value : most;
            }
            want += most;
        }
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
