// gpu: wrong
// A loop that runs while this thread still has work, with a barrier in it: the threads finish
// after different numbers of passes.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 128;

__global__ void halve(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    int seen = 0;
    while (value > 1) {
        s[tid] = value;
        __syncthreads(); // expect: barrier-divergent-loop
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
        wrong += out[i] != (steps(in[i]) < steps(in[i ^ 1]) ? steps(in[i]) : steps(in[i ^ 1]));
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
