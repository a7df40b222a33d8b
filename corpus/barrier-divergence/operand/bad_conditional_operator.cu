// gpu: ok
// The barrier is an operand of the comma inside one arm of ?:, hence reached only by the threads
// that choose that arm.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void mix(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 128)
        __nanosleep(3000);
    s[tid] = in[gid];
    out[gid] = tid < 100 ? (__syncthreads(), s[tid + 128]) : 5; // expect: barrier-divergence
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
    mix<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (i % THREADS < 100 ? in[i + 128] : 5);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
