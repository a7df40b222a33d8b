// expect-none
// gpu: ok
// The exit instruction comes after the last barrier.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

__global__ void even_sums(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 64)
        __nanosleep(2000);
    s[tid] = in[gid];
    __syncthreads();
    if (tid % 2 == 1)
        asm volatile("exit;");
    out[gid] = s[tid] + s[tid + 1];
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
    even_sums<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i += 2)
        wrong += out[i] != in[i] + in[i + 1];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
