// expect-none
// gpu: ok
// The last warp stays until the barrier.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void exchange(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    asm volatile("bar.sync 1, 128;" ::: "memory");
    if (tid >= 96)
        return;
    out[gid] = s[95 - tid];
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
    exchange<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        if (i % THREADS < 96)
            wrong += out[i] != in[i - i % THREADS + 95 - i % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
