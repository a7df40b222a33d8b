// gpu: wrong, racecheck
// needs: sm_90
// nvcc: -arch=sm_90 -rdc=true -lcudadevrt
// A launched kernel sees what its own thread wrote, not what others of the block still write.
#include "../case.h"

constexpr int THREADS = 256;

__global__ void child(const int *from, int *to)
{
    to[threadIdx.x] = from[THREADS - 1 - threadIdx.x]; // expect: grid-race
}

__global__ void parent(const int *in, int *out)
{
    int tid = threadIdx.x, v = in[tid];
    for (int i = 0; i < tid * 100; i++)
        v = (v * 31 + 7) % 1000;
    out[tid] = v;
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
        wrong += out[THREADS + i] != out[THREADS - 1 - i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
