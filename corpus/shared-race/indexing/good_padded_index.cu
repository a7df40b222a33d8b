// expect-none
// gpu: ok
// A padded index, one free element after each 32: different threads have different elements, and
// the barrier orders the rest.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__device__ int padded(int i)
{
    return i + i / 32;
}

__global__ void columns(const int *in, int *out)
{
    __shared__ int s[THREADS + 32];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[padded(tid)] = in[gid];
    __syncthreads();
    out[gid] = s[padded(tid % 8 * 32 + tid / 8)];
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
    columns<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + i % 8 * 32 + i % THREADS / 8];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
