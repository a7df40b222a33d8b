// expect-none
// gpu: ok
// One thread draws a ticket for the block and shares it: a barrier, and all threads read the same.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 200;

__device__ int tickets;

__global__ void last_one(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int ticket;
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    out[gid] = 0;
    if (tid == 0)
        ticket = atomicAdd(&tickets, 1);
    __syncthreads();
    if (ticket == BLOCKS - 1) {
        __syncthreads();
        out[gid] = s[tid ^ 64];
    }
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
    last_one<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int blocks = 0, wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int right = 0;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            right += in[i ^ 64] != 0 && out[i] == in[i ^ 64];
        blocks += right > 100;
    }
    wrong = blocks != 1;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
