// gpu: racecheck
// expect-none
// expect-proved
// One lane of each warp takes a lock, adds, and gives it back, with fences behind and before.
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
        while (atomicCAS(&lock, 0, 1) != 0)
            __nanosleep(32);
        __threadfence_block();
        int old = sum;
        __nanosleep(500);
        sum = old + in[tid];
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
