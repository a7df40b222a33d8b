// expect-none
// gpu: ok
// Start and bound both contain the thread number, the difference does not: every thread makes
// the same number of passes.
#include "../../case.h"

constexpr int THREADS = 96, BLOCKS = 128;

__global__ void rotate(const int *in, int *out, int passes)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int sum = 0;
    for (int i = tid; i < passes * THREADS + tid; i += THREADS) {
        s[tid] = in[gid] + i / THREADS;
        __syncthreads();
        sum += s[(tid + 32) % THREADS];
        __syncthreads();
    }
    out[gid] = sum;
}

static int expected(const int *block, int t)
{
    int from = (t + 32) % THREADS, sum = 0;
    for (int k = 0; k < 5; k++)
        sum += block[from] + k;
    return sum;
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
    rotate<<<BLOCKS, THREADS>>>(in, out, 5);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != expected(in + i - i % THREADS, i % THREADS);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
