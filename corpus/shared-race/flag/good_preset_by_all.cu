// expect-none
// gpu: ok
// One thread presets the flag, and none clears it before all have seen that.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void all_small(const int *in, int *out)
{
    __shared__ int small;
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid == 0)
        small = 1;
    __syncthreads();
    if (in[gid] > 990)
        atomicExch(&small, 0);
    __syncthreads();
    out[gid] = small;
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
    all_small<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 1;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            want &= in[i] <= 990;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
