// gpu: wrong, racecheck
// The barrier is left out in the even passes to save time; in those passes the values read may not
// be there yet.
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
        sum += s[k][tid ^ 64]; // expect: shared-race
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
        wrong += out[i] != 6 * in[i ^ 64] + 15;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
