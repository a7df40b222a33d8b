// gpu: hang
// The barrier opens for the first two warps that come; the third waits for another one.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void rotate(const int *in, int *out)
{
    __shared__ int s[96];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    if (tid / 32 < 3) {
        s[tid] = value;
        asm volatile("barrier.sync 1, 64;" ::: "memory"); // expect: named-barrier
        value = s[(tid + 32) % 96];
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
    rotate<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int tid = i % THREADS;
        wrong += out[i] != (tid < 96 ? in[i - tid + (tid + 32) % 96] : in[i]);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
