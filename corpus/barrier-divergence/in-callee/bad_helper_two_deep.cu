// gpu: wrong, racecheck, synccheck
// The barrier is two calls down, in a helper that says nothing of it, and the outermost call
// stands under a test of the thread number.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__device__ int right_neighbour(const int *s, int tid)
{
    __syncthreads(); // expect: barrier-divergence
    return s[(tid + 1) % THREADS];
}

__device__ int pair_sum(const int *s, int tid)
{
    int mine = s[tid];
    return mine + right_neighbour(s, tid);
}

__global__ void smooth(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 64)
        __nanosleep(3000);
    s[tid] = in[gid];
    int sum = 0;
    if (tid < THREADS / 2)
        sum = pair_sum(s, tid);
    result[tid] = sum;
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
    smooth<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (i % THREADS < THREADS / 2 ? in[i] + in[i + 1] : 0);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
