// expect-none
// gpu: ok
// The loop is left early as well, but a barrier follows it before the array is used again.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256, PASSES = 4;

__global__ void passes(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int sum = 0;
    for (int k = 0;; k++) {
        s[tid] = in[gid] + k;
        __syncthreads();
        if (tid >= 64)
            __nanosleep(500);
        sum += s[tid ^ 64];
        if (k == PASSES - 1)
            break;
        __syncthreads();
    }
    __syncthreads();
    s[tid] = sum;
    __syncthreads();
    out[gid] = s[tid ^ 1];
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
        wrong += out[i] != 4 * in[i ^ 65] + 6;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
