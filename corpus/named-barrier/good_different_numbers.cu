// expect-none
// gpu: synccheck
// Both halves wait at the barrier of the same number.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void exchange(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    if (tid < 64) {
        asm volatile("bar.sync 1, 128;" ::: "memory");
        out[gid] = s[tid + 64];
    } else {
        asm volatile("bar.sync 1, 128;" ::: "memory");
        out[gid] = -s[tid - 64];
    }
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
        wrong += out[i] != (i % THREADS < 64 ? in[i + 64] : -in[i - 64]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
