// gpu: wrong, racecheck
// A ring of three rows is used in turn. The row written in this pass is the one that slow threads
// still read as the oldest of the pass before.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 128, PASSES = 12, RING = 3;

__global__ void window(const int *in, int *out)
{
    __shared__ int ring[RING][THREADS];
    int tid = threadIdx.x;
    const int *rows = in + blockIdx.x * PASSES * THREADS;
    int sum = 0;
    for (int k = 0; k < PASSES; k++) {
        ring[k % RING][tid] = rows[k * THREADS + tid]; // expect: shared-race
        __syncthreads();
        if (tid >= 32)
            __nanosleep(500);
        if (k >= 2)
            sum += ring[(k - 2) % RING][tid ^ 64] - ring[k % RING][tid ^ 32];
    }
    out[blockIdx.x * THREADS + tid] = sum;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, PASSES * n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < PASSES * n; i++)
        in[i] = (i * 79) % 1000;
    window<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        const int *rows = in + i / THREADS * PASSES * THREADS;
        int t = i % THREADS, want = 0;
        for (int k = 2; k < PASSES; k++)
            want += rows[(k - 2) * THREADS + (t ^ 64)] - rows[k * THREADS + (t ^ 32)];
        wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
