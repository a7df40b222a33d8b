// expect-none
// gpu: ok
// flags: --checks=*
// The second barrier stands between reads and a write and is needed.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 64;

__global__ void two_reads(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    __syncthreads();
    int sum = s[tid ^ 64];
    __syncthreads();
    s[tid] = sum;
    __syncthreads();
    sum += s[tid ^ 128];
    out[gid] = sum;
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
    two_reads<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 64] + in[i ^ 192];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
