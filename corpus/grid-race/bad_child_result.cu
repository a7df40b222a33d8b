// gpu: wrong, racecheck
// needs: sm_90
// nvcc: -arch=sm_90 -rdc=true -lcudadevrt
// A barrier does not wait for a launched kernel: nothing in the kernel that launches it does.
#include "../case.h"

constexpr int THREADS = 256;

__global__ void child(const int *from, int *to)
{
    to[threadIdx.x] = from[THREADS - 1 - threadIdx.x];
}

__global__ void parent(const int *in, int *out)
{
    int tid = threadIdx.x;
    if (tid == 0)
        child<<<1, THREADS>>>(in, out);
    __syncthreads();
    out[THREADS + tid] = out[tid] + 1; // expect: grid-race
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
        wrong += out[THREADS + i] != in[THREADS - 1 - i] + 1;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
