// expect-none
// gpu: ok
// Each thread stays in its segment of four elements: 4 * tid + k with k < 4 never meets another
// thread's segment.
#include "../../case.h"

constexpr int THREADS = 128, PER_THREAD = 4, BLOCKS = 256;

__global__ void segments(const int *in, int *out)
{
    __shared__ int s[THREADS * PER_THREAD + 1];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid == 0)
        s[THREADS * PER_THREAD] = 0;
    __syncthreads();
    if (tid % 64 >= 32)
        __nanosleep(3000);
    for (int k = 0; k < PER_THREAD; k++)
        s[PER_THREAD * tid + k] = in[gid] + k;
    int sum = 0;
    for (int k = 0; k < PER_THREAD; k++)
        sum += s[PER_THREAD * tid + k];
    out[gid] = sum;
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
    segments<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 4 * in[i] + 6;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
