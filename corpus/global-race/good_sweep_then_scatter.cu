// expect-none
// gpu: ok
// All threads clear the row, wait, and then mark the places that a list names.
#include <cstdio>
#include <cuda_runtime.h>
#include "../case.h"

constexpr int THREADS = 256, N = 4096, MARKS = 512;

__global__ void mark(int *row, const int *list, int n, int marks) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        row[i] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < marks; i += blockDim.x)
        row[list[i]] = 1;
}

int main() {
    int *row, *list;
    need(cudaMallocManaged(&row, N * sizeof(int)));
    need(cudaMallocManaged(&list, MARKS * sizeof(int)));
    for (int i = 0; i < MARKS; i++)
        list[i] = (i * 7919) % N;
    mark<<<1, THREADS>>>(row, list, N, MARKS);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < MARKS; i++)
        wrong += row[list[i]] != 1;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
