// gpu: hang
// A helper answers through a reference parameter; the answer depends on the thread although the
// call does not show it.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__device__ void choose(int first, bool &go)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    go = me >= first;
}

__global__ void tail_shift(const int *in, int *out, int first)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    bool go;
    choose(first, go);
    if (tid < 64)
        __nanosleep(3000);
    s[tid] = in[gid];
    int value = in[gid];
    if (go) {
        __syncthreads(); // expect: barrier-divergence
        value = s[tid ^ 64];
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
    tail_shift<<<BLOCKS, THREADS>>>(in, out, 1000);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (i >= 1000 ? in[i ^ 64] : in[i]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
