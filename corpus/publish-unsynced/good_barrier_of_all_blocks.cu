// expect-none
// gpu: ok
// All threads fence, meet and wait for the other blocks; behind that everything is there.
#include "../case.h"

// All blocks are on the device at the same time.
constexpr int THREADS = 128, BLOCKS = 64;

__global__ void two_phases(const int *in, unsigned *arrived, int *middle, int *out)
{
    int gid = blockIdx.x * THREADS + threadIdx.x;
    middle[gid] = 2 * in[gid];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < BLOCKS)
            ;
        __threadfence();
    }
    __syncthreads();
    out[gid] = middle[BLOCKS * THREADS - 1 - gid];
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    unsigned *arrived;
    int *middle, *out;
    need(cudaMallocManaged(&arrived, sizeof(unsigned)));
    need(cudaMallocManaged(&middle, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    *arrived = 0;
    two_phases<<<BLOCKS, THREADS>>>(in, arrived, middle, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 2 * in[n - 1 - i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
