// gpu: wrong, racecheck
// The lanes add without having waited for the lock.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 32;

__global__ void exchange(const int *in, int *out)
{
    __shared__ int lock, sum;
    int tid = threadIdx.x;
    if (tid == 0)
        lock = sum = 0;
    __syncthreads();
    if (tid % 32 == 0) {
        __threadfence_block();
        int old = sum;
        __nanosleep(500);
        sum = old + in[tid]; // expect: shared-race
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (tid == 0)
        out[blockIdx.x] = sum;
}

int main()
{
    int *in, *out;
    need(cudaMallocManaged(&in, THREADS * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * sizeof(int)));
    int sum = 0;
    for (int i = 0; i < THREADS; i++) {
        in[i] = i;
        sum += i % 32 == 0 ? i : 0;
    }
    exchange<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < BLOCKS; i++)
        wrong += out[i] != sum;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
