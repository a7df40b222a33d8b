// expect-none
// gpu: ok
// flags: --checks=*
// One barrier after both stores.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void two_arrays(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int a[THREADS], b[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    a[tid] = in[gid];
    b[tid] = a[tid] + 1;
    __syncthreads();
    out[gid] = b[tid ^ 64];
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
    two_arrays<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 64] + 1;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
