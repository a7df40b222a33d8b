// gpu: wrong
// A macro named like a check returns from the kernel; the barrier after it is reached by the
// threads inside the bounds only.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

#define LEAVE_IF_OUTSIDE(index, count)                                                             \
    if ((index) >= (count))                                                                        \
        return;

__global__ void swap_halves(const int *in, int *out, int n)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    LEAVE_IF_OUTSIDE(gid, n)
    s[tid] = in[gid];
    __syncthreads(); // expect: barrier-early-exit
    if (gid < n)
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
    const int used = n - 30;
    for (int i = used; i < n; i++)
        in[i] = -1;
    swap_halves<<<BLOCKS, THREADS>>>(in, out, used);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < used; i++)
        wrong += out[i] != in[i ^ 64];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
