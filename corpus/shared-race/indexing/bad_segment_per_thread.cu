// gpu: wrong, racecheck
// Each thread has a segment of four elements, and looks one element beyond its end: that one
// belongs to the next thread, which is just writing it.
#include "../../case.h"

constexpr int THREADS = 128, PER_THREAD = 4, BLOCKS = 256;

__global__ void segments(const int *in, int *out)
{
    __shared__ int s[THREADS * PER_THREAD + 1];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid == 0)
        s[THREADS * PER_THREAD] = 0;
    __syncthreads();
    if (tid % 64 >= 32)
        __nanosleep(3000);
    for (int k = 0; k < PER_THREAD; k++)
        s[PER_THREAD * tid + k] = in[gid] + k;
    int sum = 0;
    for (int k = 1; k <= PER_THREAD; k++)
        sum += s[PER_THREAD * tid + k]; // expect: shared-race
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
    segments<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 3 * in[i] + 6 + (i % THREADS + 1 < THREADS ? in[i + 1] : 0);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
