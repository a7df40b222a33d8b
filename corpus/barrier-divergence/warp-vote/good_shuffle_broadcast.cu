// expect-none
// gpu: ok
// The deciding value goes through shared memory: the first thread stores it, a barrier, and all
// threads of the block load the same value.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void maybe_reverse(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int decision;
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    if (tid == 0)
        decision = value;
    __syncthreads();
    int first = decision;
    if (first % 2 == 0) {
        if (tid >= 32)
            __nanosleep(2000);
        s[tid] = value;
        __syncthreads();
        value = s[tid ^ 255];
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
    maybe_reverse<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (in[i - i % 256] % 2 == 0 ? in[i ^ 255] : in[i]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
