// gpu: wrong, racecheck, synccheck
// The first operand is an argument and harmless, the second one asks for the thread: together
// they keep half of the block from the barrier.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void mirror_if(const int *in, int *out, int mode)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    int value = in[gid];
    if (mode == 2 && tid < 128) {
        __syncthreads(); // expect: barrier-divergence
        value = s[255 - tid];
    }
    result[tid] = value;
    __syncthreads();
    out[gid] = result[THREADS - 1 - tid];
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
    mirror_if<<<BLOCKS, THREADS>>>(in, out, 2);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (i % 256 < 128 ? in[i ^ 255] : in[i]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
