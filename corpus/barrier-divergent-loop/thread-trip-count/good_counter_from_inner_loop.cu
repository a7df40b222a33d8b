// expect-none
// gpu: ok
// The counter of the first loop depends on an argument, so it is the same everywhere when the
// second loop uses it as its bound.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void digits(const int *in, int *out, int largest)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int count = 0;
    for (int rest = largest; rest > 0; rest /= 10)
        count++;
    int value = in[gid];
    for (int k = 0; k < count; k++) {
        s[tid] = value;
        __syncthreads();
        value = s[(tid + 1) % THREADS];
        __syncthreads();
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
    digits<<<BLOCKS, THREADS>>>(in, out, 999);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + (i + 3) % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
