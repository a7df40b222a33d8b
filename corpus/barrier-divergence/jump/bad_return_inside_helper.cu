// gpu: wrong, racecheck, synccheck
// The early `return` leaves a device function, not the kernel: the thread skips the barrier in
// the helper, stays alive and meets the next barrier of the kernel.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__device__ int load_pair(const int *s, int tid)
{
    if (tid >= 128)
        return 0;
    __syncthreads(); // expect: barrier-divergence
    return s[tid + 128];
}

__global__ void pairs(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 128)
        __nanosleep(3000);
    s[tid] = in[gid];
    int other = load_pair(s, tid);
    result[tid] = other;
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
    pairs<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (i % THREADS < 128 ? in[i + 128] : 0);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
