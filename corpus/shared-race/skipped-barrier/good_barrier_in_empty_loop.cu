// expect-none
// gpu: ok
// A barrier after the loop serves the case of no pass as well.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void maybe_steps(const int *in, int *out, int steps)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int sum = 0;
    if (tid >= 64)
        __nanosleep(3000);
    s[tid] = in[gid];
    for (int k = 0; k < steps; k++) {
        sum += k;
        __syncthreads();
    }
    __syncthreads();
    out[gid] = sum + s[tid ^ 64];
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
    maybe_steps<<<BLOCKS, THREADS>>>(in, out, 0);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 64];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
