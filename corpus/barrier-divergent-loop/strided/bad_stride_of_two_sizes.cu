// gpu: ok
// Rounded up to a multiple of the wrong number: the loop strides by the block size, the bound is
// a multiple of the warp size only.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void columns(const int *in, int *out, unsigned int n)
{
    __shared__ int s[THREADS];
    unsigned int tid = threadIdx.x;
    unsigned int rounded = (n + 31) & ~31u;
    for (unsigned int i = tid; i < rounded; i += THREADS) {
        s[tid] = i < n ? in[blockIdx.x * n + i] : 0;
        __syncthreads(); // expect: barrier-divergent-loop
        int value = s[tid ^ 1];
        __syncthreads();
        if (i < n)
            out[blockIdx.x * n + i] = value;
    }
}

int main()
{
    const unsigned int n = 200;
    int *in, *out;
    need(cudaMallocManaged(&in, BLOCKS * n * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * n * sizeof(int)));
    for (unsigned int i = 0; i < BLOCKS * n; i++)
        in[i] = i;
    columns<<<BLOCKS, THREADS>>>(in, out, n);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (unsigned int i = 0; i < BLOCKS * n; i++)
        wrong += out[i] != in[i ^ 1];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
