// gpu: wrong
// The thread returns in the kernel; the barrier it misses is in a helper called later.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

__device__ int share(int *s, int value)
{
    s[threadIdx.x] = value;
    __syncthreads(); // expect: barrier-early-exit
    return s[threadIdx.x ^ 64];
}

__global__ void exchange(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int value = in[gid];
    if (value > 900)
        return;
    int other = share(s, value);
    out[gid] = other;
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
    exchange<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (in[i] > 900 ? -1 : in[i ^ 64]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
