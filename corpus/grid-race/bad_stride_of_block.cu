// flags: --concerns=all
// gpu: wrong
// Half of a block has the elements of the next one, and the last half stays as it is.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void turn(const int *in, int *out)
{
    int n = gridDim.x * THREADS, i = blockIdx.x * THREADS + threadIdx.x;
    int to = blockIdx.x * (THREADS / 2) + threadIdx.x;
    out[n + to] = in[n - 1 - i]; // expect: grid-race
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, 2 * n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    for (int i = 0; i < 2 * n; i++)
        out[i] = -1;
    turn<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[n + i] != in[n - 1 - i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
