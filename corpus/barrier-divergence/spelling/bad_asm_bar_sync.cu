// gpu: wrong, racecheck, synccheck
// bar.sync 0 in inline assembly is the block barrier; under a thread test it is as wrong as
// __syncthreads() there.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void neighbour(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 128)
        __nanosleep(3000);
    s[tid] = in[gid];
    int value = 9;
    if (tid < 128) {
        asm volatile("bar.sync 0;" ::: "memory"); // expect: barrier-divergence
        value = s[tid + 128];
    }
    result[tid] = value;
    __syncthreads();
    out[gid] = result[THREADS - 1 - tid];
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
    neighbour<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (i % THREADS < 128 ? in[i + 128] : 9);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
