// expect-none
// gpu: ok
// Writers touch the even elements, readers the odd ones: the parities never meet, so the phase
// needs no barrier inside.
#include "../../case.h"

constexpr int THREADS = 128, LENGTH = 2 * THREADS, BLOCKS = 512;

__global__ void interleave(const int *in, int *out)
{
    __shared__ int s[LENGTH];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[2 * tid] = in[gid];
    s[2 * tid + 1] = in[gid] + 1;
    __syncthreads();
    if (tid < 64)
        __nanosleep(1000);
    int value = s[(2 * tid + 3) % LENGTH];
    s[2 * tid] = tid;
    __syncthreads();
    out[gid] = value + s[2 * (tid ^ 1)];
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
    interleave<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + (i + 1) % THREADS] + 1 + (i % THREADS ^ 1);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
