// gpu: ok
// The counter is shared by all blocks, and this atomic is one for the threads of a block.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__device__ int sum_of_block(int value)
{
    __shared__ int s[THREADS];
    s[threadIdx.x] = value;
    for (int d = THREADS / 2; d > 0; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
    }
    __syncthreads();
    int sum = s[0];
    __syncthreads();
    return sum;
}

__global__ void total(const int *in, int *partial, unsigned *count, int *sum)
{
    __shared__ bool is_last;
    int tid = threadIdx.x;
    int own = sum_of_block(in[blockIdx.x * THREADS + tid]);
    if (tid == 0) {
        partial[blockIdx.x] = own;
        __threadfence();
        unsigned done = atomicAdd_block(count, 1); // expect: publish-unsynced
        is_last = done == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        int value = 0;
        for (int i = tid; i < gridDim.x; i += THREADS)
            value += partial[i];
        value = sum_of_block(value);
        if (tid == 0)
            *sum = value;
    }
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    int *partial, *sum;
    unsigned *count;
    need(cudaMallocManaged(&partial, BLOCKS * sizeof(int)));
    need(cudaMallocManaged(&sum, sizeof(int)));
    need(cudaMallocManaged(&count, sizeof(unsigned)));
    *count = 0;
    *sum = -1;
    total<<<BLOCKS, THREADS>>>(in, partial, count, sum);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int expected = 0;
    for (int i = 0; i < n; i++)
        expected += in[i];
    int wrong = *sum != expected;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
