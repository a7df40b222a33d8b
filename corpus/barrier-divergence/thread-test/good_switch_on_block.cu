// expect-none
// gpu: ok
// A switch on blockIdx with a barrier in two of its cases: all threads of a block take the same
// case.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void roles(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 32)
        __nanosleep(3000);
    s[tid] = in[gid];
    int value = 0;
    switch (blockIdx.x % 4) {
    case 0:
        __syncthreads();
        value = s[(tid + 1) % THREADS];
        break;
    case 1:
        value = 7;
        break;
    case 2:
        __syncthreads();
        value = s[THREADS - 1 - tid];
        break;
    default:
        break;
    }
    result[tid] = value;
    __syncthreads();
    out[gid] = result[THREADS - 1 - tid];
}

static int expected(const int *block, int tid, int b)
{
    switch (b % 4) {
    case 0:
        return block[(tid + 1) % THREADS];
    case 1:
        return 7;
    case 2:
        return block[THREADS - 1 - tid];
    default:
        return 0;
    }
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
    roles<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != expected(in + i - i % THREADS, i % THREADS, i / THREADS);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
