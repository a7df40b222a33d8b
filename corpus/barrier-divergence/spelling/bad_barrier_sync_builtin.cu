// gpu: wrong, racecheck
// __barrier_sync(0) is the block barrier for code that need not be converged; it still needs
// every thread of the block.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void fold(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int sums[64];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 64)
        __nanosleep(3000);
    s[tid] = in[gid];
    if (tid < 64) {
        __barrier_sync(0); // expect: barrier-divergence
        sums[tid] = s[tid] + s[tid + 64] + s[tid + 128] + s[tid + 192];
    }
    __barrier_sync(0);
    out[gid] = sums[tid % 64] - in[gid];
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
    fold<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        const int *row = in + i - i % THREADS + i % 64;
        wrong += out[i] != row[0] + row[64] + row[128] + row[192] - in[i];
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
