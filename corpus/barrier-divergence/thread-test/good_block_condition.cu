// expect-none
// gpu: ok
// The condition compares the first thread number of the block with the bound, so a block waits
// as a whole or not at all. Arguments and block numbers never divide a block.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 100;

__global__ void rotate_front(const int *in, int *out, int limit)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * blockDim.x + tid;
    int value = in[gid];
    if (blockIdx.x * blockDim.x < limit) {
        if (tid >= 32)
            __nanosleep(3000);
        s[tid] = value;
        __syncthreads();
        value = s[(tid + 1) % THREADS];
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
    rotate_front<<<BLOCKS, THREADS>>>(in, out, 10000);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (i / THREADS * THREADS < 10000
                           ? in[i - i % THREADS + (i + 1) % THREADS] : in[i]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
