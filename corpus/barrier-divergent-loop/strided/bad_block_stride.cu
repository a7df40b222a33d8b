// gpu: hang
// The loop starts at the thread number and ends at n: threads with a small number can make one
// pass more than the others, and wait there alone.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 64, LENGTH = 1000;

__global__ void row_prefix(const int *in, int *out, int n)
{
    __shared__ int s[THREADS];
    __shared__ int total;
    int tid = threadIdx.x;
    const int *row = in + blockIdx.x * n;
    int sum = 0;
    for (int i = tid; i < n; i += THREADS) {
        s[tid] = row[i];
        __syncthreads(); // expect: barrier-divergent-loop
        if (tid == 0)
            for (int k = 0; k < min(THREADS, n - i); k++)
                sum += s[k];
        __syncthreads();
    }
    if (tid == 0)
        total = sum;
    __syncthreads();
    for (int i = tid; i < n; i += THREADS)
        out[blockIdx.x * n + i] = total - row[i];
}

int main()
{
    const int n = LENGTH;
    int *in, *out;
    need(cudaMallocManaged(&in, BLOCKS * n * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * n * sizeof(int)));
    for (int i = 0; i < BLOCKS * n; i++)
        in[i] = i % 997;
    row_prefix<<<BLOCKS, THREADS>>>(in, out, n);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < n; i++)
            want += in[b * n + i];
        for (int i = 0; i < n; i++)
            wrong += out[b * n + i] != want - in[b * n + i];
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
