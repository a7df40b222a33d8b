// expect-none
// gpu: ok
// The same references with a barrier between the store through one and the load through the
// other.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__device__ int take(const int &from)
{
    return from;
}

__global__ void named(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int &mine = s[tid];
    const int &theirs = s[tid ^ 64];
    if (tid >= 64)
        __nanosleep(3000);
    mine = in[gid];
    __syncthreads();
    out[gid] = take(theirs);
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
    named<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 64];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
