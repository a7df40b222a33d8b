// expect-none
// gpu: ok
// The barrier may be left out in the even passes, because in those a thread reads only what it
// has written itself.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256, PASSES = 6;

__global__ void passes(const int *in, int *out)
{
    __shared__ int s[PASSES][THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int sum = 0;
    for (int k = 0; k < PASSES; k++) {
        if (tid >= 64)
            __nanosleep(500);
        s[k][tid] = in[gid] + k;
        if (k % 2 == 1)
            __syncthreads();
        sum += s[k][k % 2 == 1 ? tid ^ 64 : tid];
    }
    out[gid] = sum;
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
    passes<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 3 * in[i ^ 64] + 3 * in[i] + 15;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
