// gpu: hang(-G)
// The compile-time branch keeps the barrier, and inside it a run-time test of the lane remains.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

template <bool WAIT> __device__ int get(const int *s, int tid)
{
    int value = s[tid];
    if constexpr (WAIT) {
        if (tid % 32 == 0)
            __syncthreads(); // expect: barrier-divergence
    }
    return value;
}

__global__ void copy(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    int first = get<false>(s, tid);
    int second = get<true>(s, tid);
    result[tid] = first + second;
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
    copy<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != 2 * in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
