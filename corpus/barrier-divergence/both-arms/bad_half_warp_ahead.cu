// gpu: wrong, hang(-G)
// The lower half of every warp works in steps with barriers between them, the upper half waits at a
// later barrier. Its own step comes too early, or no thread gets on.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 128;

__global__ void upper_halves_last(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    bool lower = tid % 32 < 16;
    s[tid] = 0;
    __syncthreads();
    if (lower) {
        s[tid] = in[gid];
        __syncthreads(); // expect: barrier-divergence
        s[tid + 16] = 2 * s[tid];
        __syncthreads();
    }
    if (!lower)
        s[tid] += 1;
    __syncthreads();
    out[gid] = s[(tid + 16) % THREADS];
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
    upper_halves_last<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int tid = (i + 16) % THREADS, from = i - i % THREADS + tid;
        wrong += out[i] != (tid % 32 < 16 ? in[from] : 2 * in[from - 16] + 1);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
