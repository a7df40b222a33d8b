// gpu: wrong, racecheck
// The barrier is skipped by the whole block unless an argument asks for it: uniform, hence no
// divergence, but without the barrier the reads race.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void exchange(const int *in, int *out, bool far)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 32)
        __nanosleep(3000);
    s[tid] = in[gid];
    if (far)
        __syncthreads();
    out[gid] = s[tid ^ 32]; // expect: shared-race
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
    exchange<<<BLOCKS, THREADS>>>(in, out, false);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 32];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
