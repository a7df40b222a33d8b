// expect-none
// gpu: ok
// The mean is stored by thread 0, a barrier follows, and then all threads subtract it.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void centre(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int mean;
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int x = in[gid];
    s[tid] = x;
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d >>= 1) {
        if (tid < d)
            s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0) {
        __nanosleep(3000);
        mean = s[0] / THREADS;
    }
    __syncthreads();
    out[gid] = x - mean;
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
    centre<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int sum = 0;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            sum += in[i];
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            wrong += out[i] != in[i] - sum / THREADS;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
