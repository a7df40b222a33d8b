// gpu: wrong, racecheck
// Every thread presets the flag before it may clear it: the preset of a late warp overwrites what an
// early one has cleared.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void all_small(const int *in, int *out)
{
    __shared__ int small;
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    small = 1; // expect: shared-race
    if (in[gid] > 990)
        small = 0; // expect: shared-race
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
