// expect-none
// gpu: ok
// The argument of the helper is chosen first, then the whole block calls it once.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__device__ int read_after_barrier(const int *s, int index)
{
    __syncthreads();
    return s[index];
}

__global__ void two_ways(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 128)
        __nanosleep(3000);
    s[tid] = in[gid];
    int index = tid < 128 ? tid + 128 : 255 - tid;
    out[gid] = read_after_barrier(s, index);
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
    two_ways<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (i % THREADS < 128 ? in[i + 128]
                           : in[i - i % THREADS + 255 - i % THREADS]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
