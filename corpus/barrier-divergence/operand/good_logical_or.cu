// expect-none
// gpu: ok
// The left operand of || depends on an argument alone, so either all threads evaluate the
// barrier on the right or none does.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void all_small(const int *in, int *out, int force)
{
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    bool ok = force > 1 || __syncthreads_and(in[gid] < 998);
    out[gid] = __syncthreads_count(ok) + tid;
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
    all_small<<<BLOCKS, THREADS>>>(in, out, 1);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        bool all = true;
        for (int t = 0; t < THREADS; t++)
            all = all && in[b * THREADS + t] < 998;
        for (int t = 0; t < THREADS; t++)
            wrong += out[b * THREADS + t] != (all ? THREADS : 0) + t;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
