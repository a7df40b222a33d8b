// expect-none
// gpu: ok
// The whole block applies the functor that holds the barrier.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

struct NextValue {
    const int *values;
    __device__ int operator()(int index) const
    {
        __syncthreads();
        return values[(index + 1) % THREADS];
    }
};

template <typename F> __device__ int apply(F f, int index)
{
    return f(index);
}

__global__ void forward(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 64)
        __nanosleep(3000);
    s[tid] = in[gid];
    result[tid] = 0;
    NextValue next{s};
    int value = apply(next, tid);
    if (threadIdx.x < 96)
        result[tid] = value;
    __syncthreads();
    out[gid] = result[THREADS - 1 - tid];
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
    forward<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (i % THREADS < 96 ? in[i + 1] : 0);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
