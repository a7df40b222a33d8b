// expect-none
// gpu: ok
// A comment states that n is a multiple of the block size; the callers see to it.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void columns(const int *in, int *out, int n)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    // cudasynclint: assume n > 0 && n % THREADS == 0
    for (int i = tid; i < n; i += THREADS) {
        s[tid] = in[blockIdx.x * n + i];
        __syncthreads();
        out[blockIdx.x * n + i] = s[tid ^ 1];
        __syncthreads();
    }
}

int main()
{
    const int n = 256;
    int *in, *out;
    need(cudaMallocManaged(&in, BLOCKS * n * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * n * sizeof(int)));
    for (int i = 0; i < BLOCKS * n; i++)
        in[i] = i;
    columns<<<BLOCKS, THREADS>>>(in, out, n);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < BLOCKS * n; i++)
        wrong += out[i] != in[i ^ 1];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
