// expect-none
// gpu: ok
// A template argument alone decides about the barrier. It is a constant in each instance, so
// the block agrees, and the instance without barrier reads only what the thread itself wrote.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

template <int KIND> __global__ void shift(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 32)
        __nanosleep(2000);
    s[tid] = in[gid];
    int value = s[tid];
    if (KIND == 1) {
        __syncthreads();
        value = s[(tid + 1) % THREADS];
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
    int wrong = 0;
    shift<0><<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) {
        int next = in[i - i % THREADS + (i + 1) % THREADS];
        wrong += out[i ^ (THREADS - 1)] != in[i] + 0 * next;
    }
    shift<1><<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) {
        int next = in[i - i % THREADS + (i + 1) % THREADS];
        wrong += out[i ^ (THREADS - 1)] != next;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
