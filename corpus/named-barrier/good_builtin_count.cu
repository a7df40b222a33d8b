// expect-none
// gpu: ok
// All four warps come.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32, PASSES = 3;

__global__ void passes(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    for (int k = 0; k < PASSES; k++) {
        s[tid] = value;
        __barrier_sync_count(1, 128);
        value = s[tid ^ 64];
        __syncthreads();
    }
    out[gid] = value;
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
    passes<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 64];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
