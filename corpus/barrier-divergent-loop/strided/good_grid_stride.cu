// expect-none
// gpu: ok
// The grid-stride loop runs over whole blocks: its bound is rounded up to a multiple of the
// block, and an inner test keeps the threads past the end from working.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 32;

__global__ void neighbours(const int *in, int *out, int n)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    for (int base = blockIdx.x * THREADS; base < n; base += gridDim.x * THREADS) {
        int i = base + tid;
        s[tid] = i < n ? in[i] : 0;
        __syncthreads();
        int left = tid > 0 ? s[tid - 1] : 0;
        __syncthreads();
        if (i < n)
            out[i] = left;
    }
}

int main()
{
    const int n = 100000;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = i % 1000;
    neighbours<<<BLOCKS, THREADS>>>(in, out, n);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (i % THREADS ? in[i - 1] : 0);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
