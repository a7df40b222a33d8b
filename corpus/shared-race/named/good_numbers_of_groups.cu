// expect-none
// expect-proved
// gpu: ok
// Each group has a barrier of its own number and two buffers.
#include "../../case.h"

constexpr int THREADS = 256, GROUP = 64, STEPS = 64;

__device__ void meet(int group)
{
    asm volatile("bar.sync %0, 64;" ::"r"(group + 1) : "memory");
}

__global__ void reversed(const int *in, int *out)
{
    __shared__ int s[2][THREADS];
    int tid = threadIdx.x, group = tid / GROUP, sum = 0;
    for (int i = 0; i < STEPS; i++) {
        s[i % 2][tid] = in[i * THREADS + tid];
        meet(group);
        sum += s[i % 2][group * GROUP + GROUP - 1 - tid % GROUP];
    }
    out[tid] = sum;
}

int main()
{
    int *in, *out, wrong = 0;
    need(cudaMallocManaged(&in, STEPS * THREADS * sizeof(int)));
    need(cudaMallocManaged(&out, THREADS * sizeof(int)));
    for (int i = 0; i < STEPS * THREADS; i++)
        in[i] = (i * 7919) % 1000;
    reversed<<<1, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    for (int t = 0; t < THREADS; t++) {
        int sum = 0;
        for (int i = 0; i < STEPS; i++)
            sum += in[i * THREADS + t / GROUP * GROUP + GROUP - 1 - t % GROUP];
        wrong += out[t] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
