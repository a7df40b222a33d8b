// expect-none
// gpu: ok
// Blocks are one thread deep, so all threads of one read the same entry and leave or stay together.
#include "../case.h"

constexpr int WIDTH = 32, HEIGHT = 4, BLOCKS = 50;

struct spot {
    float size;
    int first;
};

__device__ spot *spots;
__device__ int *order;

__global__ void histogram(int n, int *out)
{
    __shared__ int count[HEIGHT];
    int slot = blockIdx.x * blockDim.z + threadIdx.z;
    if (slot >= n)
        return;
    const spot *s = spots + order[slot];
    if (s->size == 0)
        return;
    if (threadIdx.x == 0)
        count[threadIdx.y] = 0;
    __syncthreads();
    atomicAdd(&count[(threadIdx.x + s->first) % HEIGHT], 1);
    __syncthreads();
    if (threadIdx.x == 0)
        out[slot * HEIGHT + threadIdx.y] = count[threadIdx.y];
}

int main()
{
    spot *s;
    int *o, *out;
    need(cudaMallocManaged(&s, BLOCKS * sizeof(spot)));
    need(cudaMallocManaged(&o, BLOCKS * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * HEIGHT * sizeof(int)));
    for (int i = 0; i < BLOCKS; i++) {
        s[i] = {i % 3 ? 1.f : 0.f, i};
        o[i] = BLOCKS - 1 - i;
    }
    for (int i = 0; i < BLOCKS * HEIGHT; i++)
        out[i] = -1;
    need(cudaMemcpyToSymbol(spots, &s, sizeof s));
    need(cudaMemcpyToSymbol(order, &o, sizeof o));
    histogram<<<BLOCKS, dim3(WIDTH, HEIGHT, 1)>>>(BLOCKS, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < BLOCKS * HEIGHT; i++)
        wrong += out[i] != (o[i / HEIGHT] % 3 ? WIDTH : -1);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
