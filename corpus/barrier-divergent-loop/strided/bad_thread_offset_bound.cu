// gpu: wrong
// The loop starts at the thread number but its bound does not move with it: the threads with a
// high number make one pass less.
#include "../../case.h"

constexpr int THREADS = 96, BLOCKS = 128;

__global__ void rotate(const int *in, int *out, int passes)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int sum = 0;
    for (int i = tid; i < passes * THREADS - 40; i += THREADS) {
        s[tid] = in[gid] + i / THREADS;
        __syncthreads(); // expect: barrier-divergent-loop
        sum += s[(tid + 32) % THREADS];
        __syncthreads();
    }
    out[gid] = sum;
}

static int expected(const int *block, int t)
{
    int from = (t + 32) % THREADS, sum = 0;
    for (int k = 0; k * THREADS + t < 5 * THREADS - 40; k++)
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
