// gpu: hang
// The loop runs over this thread's share of the elements, and the helper it calls has a barrier:
// the share differs by one between the threads.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__device__ int pass_on(int *s, int value)
{
    s[threadIdx.x] = value;
    __syncthreads(); // expect: barrier-divergent-loop
    int result = s[threadIdx.x ^ 1];
    __syncthreads();
    return result;
}

__global__ void chunks(const int *in, int *out, int n)
{
    __shared__ int s[THREADS];
    __shared__ int shares[THREADS];
    int share = n / THREADS + (threadIdx.x < n % THREADS ? 1 : 0);
    for (int k = 0; k < share; k++) {
        int i = k * THREADS + threadIdx.x;
        int got = pass_on(s, in[blockIdx.x * n + i]);
        out[blockIdx.x * n + i] = got;
    }
    shares[threadIdx.x] = share;
    __syncthreads();
    out[BLOCKS * n + blockIdx.x * THREADS + threadIdx.x] = shares[THREADS - 1 - threadIdx.x];
}

int main()
{
    const int n = 650;
    int *in, *out;
    need(cudaMallocManaged(&in, BLOCKS * n * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * (n + THREADS) * sizeof(int)));
    for (int i = 0; i < BLOCKS * n; i++)
        in[i] = i;
    chunks<<<BLOCKS, THREADS>>>(in, out, n);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++)
        for (int i = 0; i < n; i++)
            wrong += out[b * n + i] != in[b * n + (i ^ 1)];
    for (int i = 0; i < BLOCKS * THREADS; i++)
        wrong += out[BLOCKS * n + i] != n / THREADS + (THREADS - 1 - i % THREADS < n % THREADS);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
