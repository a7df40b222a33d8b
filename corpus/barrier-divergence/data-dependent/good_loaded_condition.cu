// expect-none
// gpu: ok
// All threads of the block load the same element, which no thread writes, and agree.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void maybe_swap(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    if (tid >= 128)
        __nanosleep(3000);
    s[tid] = value;
    if (in[blockIdx.x] % 2 == 0) {
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
    maybe_swap<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (in[i / THREADS] % 2 == 0 ? in[i ^ 128] : in[i]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
