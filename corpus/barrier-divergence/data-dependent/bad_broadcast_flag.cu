// gpu: hang
// The flag is read without a barrier after its writing: a race, and since the threads may read
// different values, also a barrier that they may not agree on.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void conditional_swap(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int flag;
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    if (tid == 0) {
        __nanosleep(2000);
        flag = value % 2;
    }
    if (flag) { // expect: shared-race
        s[tid] = value;
        __syncthreads(); // expect: barrier-divergence
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
        in[i] = (i * 7919) % 1001;
        out[i] = -1;
    }
    conditional_swap<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (in[i - i % THREADS] % 2 ? in[i ^ 128] : in[i]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
