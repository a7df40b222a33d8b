// gpu: wrong, racecheck
// Every thread but the first waits: the shortest form of the error. The first thread goes on
// and adds up values that were not yet stored.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void total(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    if (tid >= 32)
        __nanosleep(1000);
    s[tid] = in[blockIdx.x * THREADS + tid];
    __syncthreads();
    if (tid >= 32)
        __nanosleep(4000);
    s[tid] = 2 * s[tid];
    if (tid > 0)
        __syncthreads(); // expect: barrier-divergence
    int sum = 0;
    if (tid == 0)
        for (int i = 0; i < THREADS; i++)
            sum += s[i];
    if (tid == 0)
        out[blockIdx.x] = sum;
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
    total<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < THREADS; i++)
            want += 2 * in[b * THREADS + i];
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
