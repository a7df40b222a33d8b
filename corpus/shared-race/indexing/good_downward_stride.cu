// expect-none
// gpu: ok
// The array is filled from its end downwards with a stride; the barrier makes it complete.
#include "../../case.h"

constexpr int THREADS = 96, LENGTH = 300, BLOCKS = 128;

__global__ void fill(const int *in, int *out)
{
    __shared__ int s[LENGTH];
    int tid = threadIdx.x;
    const int *row = in + blockIdx.x * LENGTH;
    if (tid % 64 < 32)
        __nanosleep(3000);
    for (int i = LENGTH - 1 - tid; i >= 0; i -= THREADS)
        s[i] = row[i];
    __syncthreads();
    for (int i = tid; i < LENGTH; i += THREADS)
        out[blockIdx.x * LENGTH + i] = s[i] + 1;
}

int main()
{
    const int n = BLOCKS * LENGTH;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = i;
    fill<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i] + 1;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
