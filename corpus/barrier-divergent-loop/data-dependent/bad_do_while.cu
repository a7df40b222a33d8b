// gpu: hang
// A do loop that ends when this thread's own value is small: the first pass is common, the number
// of further ones is not.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 128;

__global__ void relax(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    int pass = 0;
    do {
        s[tid] = value;
        __syncthreads(); // expect: barrier-divergent-loop
        value = (s[tid] + s[tid ^ 1]) / 4;
        __syncthreads();
        pass++;
    } while (value > 10 && pass < 50);
    result[tid] = value;
    __syncthreads();
    out[gid] = result[THREADS - 1 - tid];
}

static int relaxed(int a, int b)
{
    int pass = 0;
    do {
        a = b = (a + b) / 4;
    } while (a > 10 && ++pass < 50);
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
    relax<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != relaxed(in[i], in[i ^ 1]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
