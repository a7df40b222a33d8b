// gpu: wrong, racecheck
// A helper with a source and a destination is given the same buffer twice: what it writes is what
// other threads read.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__device__ void rotate(int *to, const int *from)
{
    int tid = threadIdx.x;
    if (tid >= 32)
        __nanosleep(2000);
    to[tid] = from[(tid + 32) % THREADS]; // expect: shared-race
}

__global__ void turn(const int *in, int *out)
{
    __shared__ int a[THREADS];
    __shared__ int b[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    a[tid] = in[gid];
    b[tid] = 0;
    __syncthreads();
    rotate(a, a);
    __syncthreads();
    out[gid] = a[tid ^ 1] + b[tid ^ 1];
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
    turn<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + ((i ^ 1) + 32) % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
