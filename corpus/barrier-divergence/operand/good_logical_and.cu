// expect-none
// gpu: ok
// The barrier with a result is the left operand of &&, which everybody evaluates.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void any_large(const int *in, int *out)
{
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int mark = 0;
    if (__syncthreads_or(in[gid] > 990) && tid < 96)
        mark = 1;
    out[gid] = mark;
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
    any_large<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int any = 0;
        for (int t = 0; t < THREADS; t++)
            any |= in[b * THREADS + t] > 990;
        for (int t = 0; t < THREADS; t++)
            wrong += out[b * THREADS + t] != (t < 96 ? any : 0);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
