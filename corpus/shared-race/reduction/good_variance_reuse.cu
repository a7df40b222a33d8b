// expect-none
// expect-proved
// gpu: ok
// The same with a barrier between the last read of the first sum and the first store of the
// squares.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__global__ void spread(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int x = in[blockIdx.x * THREADS + tid];
    s[tid] = x;
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d /= 2) {
        if (tid < d)
            s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid >= 32)
        __nanosleep(2000);
    int away = x - s[0] / THREADS;
    __syncthreads();
    s[tid] = away * away;
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d /= 2) {
        if (tid < d)
            s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = s[0];
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
    spread<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int sum = 0, want = 0;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            sum += in[i];
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            want += (in[i] - sum / THREADS) * (in[i] - sum / THREADS);
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
