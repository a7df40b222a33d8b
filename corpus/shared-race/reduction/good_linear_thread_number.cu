// expect-none
// expect-proved
// gpu: ok
// Reduction over a two-dimensional block by its linear thread number: as injective as threadIdx.x
// is in one dimension.
#include "../../case.h"

constexpr int X = 16, Y = 16, THREADS = X * Y, BLOCKS = 256;

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int s[THREADS];
    unsigned int t = threadIdx.y * blockDim.x + threadIdx.x;
    s[t] = in[blockIdx.x * THREADS + t];
    __syncthreads();
    for (unsigned int d = blockDim.x * blockDim.y / 2; d; d >>= 1) {
        if (t >= 32)
            __nanosleep(300);
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
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
    block_sum<<<BLOCKS, dim3(X, Y)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < THREADS; i++)
            want += in[b * THREADS + i];
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
