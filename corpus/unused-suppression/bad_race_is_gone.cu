// gpu: ok
// A barrier was added and the comment about the race stayed: it would hide the next race on its line.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 64;

__global__ void scale(const int *in, int *out)
{
    __shared__ int factor;
    int gid = blockIdx.x * THREADS + threadIdx.x;
    if (threadIdx.x == 0)
        factor = blockIdx.x + 1;
    __syncthreads();
    out[gid] = in[gid] * factor; // cudasynclint: ignore[shared-race] tiny // expect: unused-suppression
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
    scale<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i] * (i / THREADS + 1);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
