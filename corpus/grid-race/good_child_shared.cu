// expect-none
// expect-proved
// gpu: racecheck
// needs: sm_90
// nvcc: -arch=sm_90 -rdc=true -lcudadevrt
// What the launched kernel reads is in global memory.
#include "../case.h"

constexpr int THREADS = 256;

__global__ void child(const int *from, int *to)
{
    to[threadIdx.x] = from[THREADS - 1 - threadIdx.x];
}

__global__ void parent(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    s[tid] = in[tid];
    out[tid] = s[tid];
    __syncthreads();
    if (tid == 0)
        child<<<1, THREADS>>>(out, out + THREADS);
}

int main()
{
    int *in, *out;
    need(cudaMallocManaged(&in, THREADS * sizeof(int)));
    need(cudaMallocManaged(&out, 2 * THREADS * sizeof(int)));
    for (int i = 0; i < THREADS; i++)
        in[i] = (i * 7919) % 1000, out[i] = out[THREADS + i] = -1;
    parent<<<1, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < THREADS; i++)
        wrong += out[THREADS + i] != in[THREADS - 1 - i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
