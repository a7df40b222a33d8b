// expect-none
// gpu: ok
// Thread 0 writes the flag, a barrier publishes it, and all threads read the same value: the
// branch is uniform although a thread test decided who writes.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void conditional_swap(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int flag;
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    if (tid == 0) {
        __nanosleep(2000);
        flag = value % 2;
    }
    __syncthreads();
    if (flag) {
        s[tid] = value;
        __syncthreads();
        value = s[tid ^ 128];
    }
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
        in[i] = (i * 7919) % 1001;
        out[i] = -1;
    }
    conditional_swap<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (in[i - i % THREADS] % 2 ? in[i ^ 128] : in[i]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
