// expect-none
// gpu: ok
// Written by one map of the threads and read by another: the barrier makes the maps independent.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void remap(const int *in, int *out)
{
    __shared__ int s[32][9];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 128)
        __nanosleep(3000);
    s[tid / 8][tid % 8] = in[gid];
    __syncthreads();
    out[gid] = s[tid % 32][tid / 32];
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
    remap<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + i % 32 * 8 + i % THREADS / 32];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
