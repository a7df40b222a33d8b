// gpu: ok
// A barrier inside a grid-stride loop: when n is not a multiple of the grid, the last pass is
// made by some threads of a block only.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 32;

__global__ void neighbours(const int *in, int *out, int n)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    for (int i = blockIdx.x * THREADS + tid; i < n; i += gridDim.x * THREADS) {
        s[tid] = in[i];
        __syncthreads(); // expect: barrier-divergent-loop
        int left = tid > 0 ? s[tid - 1] : 0;
        __syncthreads();
        out[i] = left;
    }
}

int main()
{
    const int n = 100000;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = i % 1000;
    neighbours<<<BLOCKS, THREADS>>>(in, out, n);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (i % THREADS ? in[i - 1] : 0);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
