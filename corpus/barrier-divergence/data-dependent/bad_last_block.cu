// gpu: wrong
// The ticket that finds the last block is taken by thread 0 and stays in its register: in the
// last block only thread 0 believes it is the last, and only it enters the part with barriers.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 200;

__device__ unsigned int finished;

__global__ void sum_all(const int *in, int *partial, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    s[tid] = in[blockIdx.x * THREADS + tid];
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d >>= 1) {
        if (tid < d)
            s[tid] += s[tid + d];
        __syncthreads();
    }
    bool is_last = false;
    if (tid == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        is_last = atomicAdd(&finished, 1u) == gridDim.x - 1;
    }
    if (is_last) {
        __syncthreads(); // expect: barrier-divergence
        s[tid] = tid < BLOCKS ? partial[tid] : 0;
        __syncthreads();
        for (int d = THREADS / 2; d > 0; d >>= 1) {
            if (tid < d)
                s[tid] += s[tid + d];
            __syncthreads();
        }
        if (tid == 0)
            *out = s[0];
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
    int *partial;
    need(cudaMallocManaged(&partial, BLOCKS * sizeof(int)));
    sum_all<<<BLOCKS, THREADS>>>(in, partial, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int want = 0;
    for (int i = 0; i < n; i++)
        want += in[i];
    int wrong = *out != want;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
