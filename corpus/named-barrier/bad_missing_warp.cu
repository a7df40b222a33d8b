// gpu: hang
// Two warps exchange values and wait for three.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void exchange(const int *in, int *out)
{
    __shared__ int s[64];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    if (tid < 64) {
        s[tid] = value;
        asm volatile("bar.sync 1, 96;" ::: "memory"); // expect: named-barrier
        value = s[tid ^ 32];
    }
    out[gid] = value;
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
        wrong += out[i] != (i % THREADS < 64 ? in[i ^ 32] : in[i]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
