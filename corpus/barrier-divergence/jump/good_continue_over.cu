// expect-none
// gpu: ok
// Idle threads skip the work of the pass but not its barriers.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256, PASSES = 4;

__global__ void passes(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int sum = 0;
    for (int k = 0; k < PASSES; k++) {
        bool idle = tid >= 128 && k > 1;
        if (!idle)
            s[tid] = in[gid] + k;
        __syncthreads();
        if (!idle)
            sum += s[tid ^ 64];
        __syncthreads();
    }
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
    passes<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] !=
                 (i % THREADS < 128 ? 4 * in[i ^ 64] + 6 : 2 * in[i ^ 64] + 1);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
