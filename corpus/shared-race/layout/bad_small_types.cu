// gpu: wrong, racecheck
// Neighbouring shorts are read while their owners write; that they share a word with the own
// element makes no difference, that they belong to another thread does.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__global__ void bytes(const int *in, int *out)
{
    __shared__ unsigned char low[THREADS];
    __shared__ short high[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    low[tid] = in[gid] % 128;
    high[tid] = in[gid] / 128;
    low[tid] += 1;
    int value = low[tid];
    value += 1000 * high[(tid + 32) % THREADS]; // expect: shared-race
    if (tid < 64)
        __nanosleep(1000);
    out[gid] = value;
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
    bytes<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int other = in[i - i % THREADS + (i + 32) % THREADS];
        wrong += out[i] != in[i] % 128 + 1 + 1000 * (other / 128);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
