// gpu: wrong, racecheck, synccheck
// Two kernels in one file, one of them right: the finding belongs to the other.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

__global__ void forward(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int gid = blockIdx.x * THREADS + threadIdx.x;
    s[threadIdx.x] = in[gid];
    __syncthreads();
    out[gid] = s[threadIdx.x ^ 64];
}

__global__ void backward(const int *in, int *out, int from)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int value = in[gid];
    if (static_cast<int>(threadIdx.x) >= from) {
        s[threadIdx.x] = value;
        __syncthreads(); // expect: barrier-divergence
        value = s[threadIdx.x ^ 1];
    }
    result[threadIdx.x] = value;
    __syncthreads();
    out[gid] = result[THREADS - 1 - threadIdx.x];
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
    int *middle;
    need(cudaMallocManaged(&middle, n * sizeof(int)));
    forward<<<BLOCKS, THREADS>>>(in, middle);
    backward<<<BLOCKS, THREADS>>>(middle, out, 64);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (i % THREADS >= 64 ? in[i ^ 65] : in[i ^ 64]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
