// gpu: wrong, synccheck
// Each half of the block counts in an arm of its own. The hardware has one counter for the barrier:
// both arms get the sum of two different questions.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 64;

__global__ void count_halves(const int *in, int *out)
{
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    int count;
    if (tid < 128)
        count = __syncthreads_count(value % 2 == 0); // expect: barrier-divergence
    else
        count = __syncthreads_count(value % 3 == 0);
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
