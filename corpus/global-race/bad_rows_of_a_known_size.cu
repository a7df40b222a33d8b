// gpu: ok
// The kernel numbers its threads by x alone, but the block has eight rows: each row does all of the
// work. The size is a constant of the launch.
#include <cstdio>
#include <cuda_runtime.h>
#include "../case.h"

constexpr int N = 4096;

__global__ void sum_rows(int n, const float *a, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = 0;
        for (int j = 0; j < 16; j++)
            out[i] += a[j * N + i]; // expect: global-race
    }
}

int main() {
    float *a, *out;
    need(cudaMallocManaged(&a, 16 * N * sizeof(float)));
    need(cudaMallocManaged(&out, N * sizeof(float)));
    for (int i = 0; i < 16 * N; i++)
        a[i] = 1;
    sum_rows<<<N / 32, dim3(32, 8)>>>(N, a, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += out[i] != 16;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
