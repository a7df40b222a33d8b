// gpu: racecheck
// expect-none
// expect-proved
// One thread stores, fences and sets a flag; another waits for the flag, fences and reads (PTX ISA,
// memory consistency model: release and acquire patterns).
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void exchange(const int *in, int *out)
{
    __shared__ int s;
    __shared__ volatile int flag;
    int tid = threadIdx.x;
    if (tid == 0) {
        flag = 0;
        s = -1;
    }
    __syncthreads();
    if (tid == 0) {
        __nanosleep(5000);
        s = in[blockIdx.x];
        __threadfence_block();
        flag = 1;
    } else if (tid == 32) {
        while (flag == 0)
            ;
        __threadfence_block();
        out[blockIdx.x] = s;
    }
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
    exchange<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        if (i < BLOCKS)
            wrong += out[i] != in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
