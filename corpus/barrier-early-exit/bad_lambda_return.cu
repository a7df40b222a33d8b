// gpu: wrong
// The test that used to be in a lambda was moved into the kernel, and with it its `return`,
// which now ends the thread.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

__global__ void store_and_swap(const int *in, int *out, int limit)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = 0;
    if (in[gid] >= limit)
        return;
    s[tid] = in[gid];
    __syncthreads(); // expect: barrier-early-exit
    out[gid] = s[tid ^ 64];
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
    store_and_swap<<<BLOCKS, THREADS>>>(in, out, 900);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (in[i ^ 64] < 900 ? in[i ^ 64] : 0);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
