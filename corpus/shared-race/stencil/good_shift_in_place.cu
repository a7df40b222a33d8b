// expect-none
// gpu: ok
// Shift in place through a register: all read, barrier, all write.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void shift(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    __syncthreads();
    if (tid < 128)
        __nanosleep(2000);
    int next = s[(tid + 1) % THREADS];
    __syncthreads();
    s[tid] = next;
    __syncthreads();
    out[gid] = s[tid ^ 2];
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
    shift<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + ((i ^ 2) + 1) % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
