// gpu: wrong
// The loop variable starts at the thread number and is halved: its number of passes is the number
// of bits of threadIdx.x.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 128;

__global__ void tree(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int sum = 0;
    s[tid] = in[blockIdx.x * THREADS + tid];
    __syncthreads();
    for (int d = tid; d > 0; d >>= 1) {
        sum = s[tid] + (tid < d ? s[tid + d] : 0);
        __syncthreads(); // expect: barrier-divergent-loop
        s[tid] = sum;
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = s[0];
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
    tree<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < THREADS; i++)
            want += in[b * THREADS + i];
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
