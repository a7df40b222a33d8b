// expect-none
// gpu: ok
// Barriers on both sides of the look-ups; the one after them is skipped in the last pass, where
// nothing is written any more.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256, PASSES = 5;

__global__ void look_up(const int *in, int *out)
{
    __shared__ int table[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int at = in[gid] % THREADS, sum = 0;
    for (int k = 0; k < PASSES; k++) {
        table[tid] = tid * k;
        __syncthreads();
        if (tid >= 32)
            __nanosleep(500);
        sum += table[at & 255];
        if (k < PASSES - 1)
            __syncthreads();
    }
    out[gid] = sum;
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
    look_up<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 10 * (in[i] % THREADS);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
