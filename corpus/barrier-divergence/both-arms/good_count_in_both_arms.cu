// expect-none
// gpu: ok
// Two counts, each by the whole block; the threads it does not concern say no.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 64;

__global__ void count_halves(const int *in, int *out)
{
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    int count;
    int even = __syncthreads_count(tid < 128 && value % 2 == 0);
    int triple = __syncthreads_count(tid >= 128 && value % 3 == 0);
    if (tid < 128)
        count = even;
    else
        count = triple;
    out[gid] = count;
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
    count_halves<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int half = 0; half < n; half += 128) {
        int divisor = half % THREADS == 0 ? 2 : 3, count = 0;
        for (int i = half; i < half + 128; i++)
            count += in[i] % divisor == 0;
        for (int i = half; i < half + 128; i++)
            wrong += out[i] != count;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
