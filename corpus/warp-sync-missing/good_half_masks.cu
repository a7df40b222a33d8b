// expect-none
// gpu: ok
// The two halves wait each for itself, and the value read comes from the same half.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__global__ void halves(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x, lane = tid % 32;
    int gid = blockIdx.x * THREADS + tid;
    if (lane >= 16)
        __nanosleep(2000);
    s[tid] = in[gid];
    __syncwarp(lane < 16 ? 0x0000ffffu : 0xffff0000u);
    out[gid] = s[tid ^ 8];
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
    halves<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 8];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
