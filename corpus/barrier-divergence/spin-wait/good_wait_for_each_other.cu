// expect-none
// gpu: ok
// Thread 0 passes the barrier with the others and waits for the flag afterwards.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void hand_over(const int *in, int *out)
{
    __shared__ int ready;
    int tid = threadIdx.x;
    if (tid == 0)
        ready = 0;
    __syncthreads();
    __syncthreads();
    if (tid > 0) {
        if (tid == 64)
            atomicExch(&ready, 1);
    } else {
        while (atomicAdd(&ready, 0) == 0)
            __nanosleep(100);
    }
    out[blockIdx.x * THREADS + tid] = in[blockIdx.x * THREADS + tid];
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
    hand_over<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
