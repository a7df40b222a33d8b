// expect-none
// gpu: ok
// The barrier does not depend on the argument; the argument chooses only what is read.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void exchange(const int *in, int *out, bool far)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 32)
        __nanosleep(3000);
    s[tid] = in[gid];
    __syncthreads();
    out[gid] = far ? s[tid ^ 128] : s[tid ^ 32];
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
    exchange<<<BLOCKS, THREADS>>>(in, out, false);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 32];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
