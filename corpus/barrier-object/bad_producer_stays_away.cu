// gpu: hang
// Both warps of producers should arrive, without waiting; the second one does not.
#include <cstdio>
#include <cstdlib>
#include <cuda/barrier>
#include <cuda_runtime.h>
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void negate(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> filled;
    __shared__ int s[64];
    int tid = threadIdx.x;
    if (tid == 0)
        init(&filled, 128);
    __syncthreads();
    const int *from = in + blockIdx.x * 64;
    int *to = out + blockIdx.x * 64;
    if (tid < 64) {
        s[tid] = -from[tid];
        if (tid < 32)
            (void)filled.arrive();
    } else {
        filled.arrive_and_wait(); // expect: barrier-object
        to[tid - 64] = s[127 - tid];
    }
}

int main()
{
    const int n = BLOCKS * 64;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        in[i] = (i * 7919) % 1000;
        out[i] = -1;
    }
    negate<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != -in[i ^ 63];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
