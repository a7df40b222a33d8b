// gpu: wrong, synccheck
// Three barriers behind one thread test are one mistake: one finding at the first of them, the
// others are related to it.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void two_steps(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    if (tid < 192) {
        s[tid] = value;
        __syncthreads(); // expect: barrier-divergence
        value = s[tid ^ 1];
        __syncthreads();
        s[tid ^ 2] = value;
        __syncthreads();
        value = s[tid];
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
    two_steps<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (i % THREADS < 192 ? in[i ^ 3] : in[i]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
