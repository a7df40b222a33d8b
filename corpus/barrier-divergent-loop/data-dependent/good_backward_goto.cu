// expect-none
// gpu: ok
// A loop made of a label and a goto on a counter that all threads share.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 128;

__global__ void again(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid], pass = 0;
next:
    s[tid] = value;
    __syncthreads();
    value = (s[tid] + s[tid ^ 1]) / 4;
    __syncthreads();
    pass++;
    if (pass < 4)
        goto next;
    out[gid] = value;
}

static int expected(int a, int b)
{
    for (int pass = 0; pass < 4; pass++)
        a = b = (a + b) / 4;
    return a;
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
    again<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != expected(in[i], in[i ^ 1]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
