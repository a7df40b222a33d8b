// gpu: racecheck
// nvcc: -arch=sm_80
// Lanes with the same key wait for each other, and read what one of them has stored.
#include "../case.h"

constexpr int THREADS = 32;

__global__ void kernel(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    unsigned group = __match_any_sync(0xffffffff, tid / 4);
    if (tid & 1)
        for (int i = 0; i < 1000; i++)
            __nanosleep(20);
    s[tid] = in[tid];
    __syncwarp(group);
    out[tid] = s[tid ^ 7]; // expect: warp-sync-missing
}

int main()
{
    int *in, *out;
    need(cudaMallocManaged(&in, THREADS * sizeof(int)));
    need(cudaMallocManaged(&out, THREADS * sizeof(int)));
    for (int i = 0; i < THREADS; i++)
        in[i] = (i * 7919) % 1000;
    kernel<<<1, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < THREADS; i++)
        wrong += out[i] != in[i ^ 7];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
