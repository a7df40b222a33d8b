// expect-none
// gpu: ok
// The bound is rounded up to a multiple of the block size, so all threads make the same number
// of passes, although the loop starts at threadIdx.x.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 64, LENGTH = 1000;

__global__ void row_prefix(const int *in, int *out, int n)
{
    __shared__ int s[THREADS];
    __shared__ int total;
    int tid = threadIdx.x;
    const int *row = in + blockIdx.x * n;
    int sum = 0;
    int rounded = (n + THREADS - 1) / THREADS * THREADS;
    for (int i = tid; i < rounded; i += THREADS) {
        s[tid] = i < n ? row[i] : 0;
        __syncthreads();
        if (tid == 0)
            for (int k = 0; k < THREADS; k++)
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
