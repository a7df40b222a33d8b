// expect-none
// gpu: ok
// The thread number is added and subtracted again: what is left is the block's first element,
// the same for all threads, although threadIdx appears in every step.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 100;

__global__ void shift_low(const int *in, int *out, int limit)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int first = gid - tid;
    if (tid >= 128)
        __nanosleep(2000);
    s[tid] = in[gid];
    int value = 6;
    if (first < limit) {
        __syncthreads();
        value = s[tid ^ 128];
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
    shift_low<<<BLOCKS, THREADS>>>(in, out, 5000);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (i - i % THREADS < 5000 ? in[i ^ 128] : 6);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
