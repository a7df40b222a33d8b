// gpu: wrong, racecheck
// Row softmax that reuses one array for maximum and sum: the exponentials overwrite element 0
// while other warps have not read the maximum from it yet.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void softmax(const float *in, float *out)
{
    __shared__ float s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    float x = in[gid];
    s[tid] = x;
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d >>= 1) {
        if (tid < d)
            s[tid] = fmaxf(s[tid], s[tid + d]);
        __syncthreads();
    }
    if (tid >= 32)
        __nanosleep(3000);
    float e = expf(x - s[0]);
    s[tid] = e; // expect: shared-race
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d >>= 1) {
        if (tid < d)
            s[tid] += s[tid + d];
        __syncthreads();
    }
    out[gid] = e / s[0];
}

int main()
{
    const int n = BLOCKS * THREADS;
    float *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(float)));
    need(cudaMallocManaged(&out, n * sizeof(float)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000 * 0.01f;
    softmax<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        const float *row = in + b * THREADS;
        double most = row[0], sum = 0;
        for (int i = 0; i < THREADS; i++)
            most = row[i] > most ? row[i] : most;
        for (int i = 0; i < THREADS; i++)
            sum += exp(row[i] - most);
        for (int i = 0; i < THREADS; i++)
            wrong += !(fabs(out[b * THREADS + i] - exp(row[i] - most) / sum) < 1e-4);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
