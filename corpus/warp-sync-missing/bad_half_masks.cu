// gpu: wrong, racecheck
// The two halves of the warp wait each for itself, with masks of 16 lanes; the value read comes
// from the other half.
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
    out[gid] = s[tid ^ 16]; // expect: warp-sync-missing
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
        wrong += out[i] != in[i ^ 16];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
