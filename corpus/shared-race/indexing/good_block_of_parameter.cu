// expect-none
// expect-proved
// The launch passes on what it computes the block from: no thread needs the half of another.
// gpu: ok
#include "../../case.h"

__global__ void fold(const int *in, int *out, int n)
{
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t + n / 2] = in[t + n];
    __syncthreads();
    out[t] = s[t] - s[t + n / 2];
}

static void run(const int *in, int *out, int n)
{
    fold<<<1, n / 2>>>(in, out, n);
}

int main()
{
    const int n = 512;
    int *in, *out;
    need(cudaMallocManaged(&in, 2 * n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < 2 * n; i++)
        in[i] = i * i % 101;
    run(in, out, n);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n / 2; i++)
        wrong += out[i] != in[i] - in[i + n];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
