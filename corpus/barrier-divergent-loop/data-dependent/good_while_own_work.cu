// expect-none
// gpu: ok
// The loop runs while any thread of the block has work: __syncthreads_or gives all threads the
// same answer, so they all leave in the same pass.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 128;

__global__ void halve(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    int seen = 0;
    while (__syncthreads_or(value > 1)) {
        s[tid] = value;
        __syncthreads();
        seen += s[tid ^ 1] > 1;
        __syncthreads();
        value /= 2;
    }
    out[gid] = seen;
}

static int steps(int value)
{
    int count = 0;
    for (; value > 1; value /= 2)
        count++;
    return count;
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
    halve<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != steps(in[i ^ 1]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
