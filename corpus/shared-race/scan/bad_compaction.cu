// gpu: wrong, racecheck
// Compaction: each thread that keeps its value takes a slot with atomicAdd, and the kept values are
// copied out without waiting for the slots to be filled.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void keep_even(const int *in, int *out, int *counts)
{
    __shared__ int kept[THREADS];
    __shared__ int count;
    int tid = threadIdx.x;
    int value = in[blockIdx.x * THREADS + tid];
    kept[tid] = -1;
    if (tid == 0)
        count = 0;
    __syncthreads();
    if (value % 2 == 0) {
        int slot = atomicAdd(&count, 1);
        if (tid >= 64)
            __nanosleep(3000);
        kept[slot] = value;
    }
    out[blockIdx.x * THREADS + tid] = kept[tid]; // expect: shared-race
    __syncthreads();
    if (tid == 0)
        counts[blockIdx.x] = count;
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
    int *counts;
    need(cudaMallocManaged(&counts, BLOCKS * sizeof(int)));
    keep_even<<<BLOCKS, THREADS>>>(in, out, counts);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0, sum = 0, count = 0;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++) {
            want += in[i] % 2 == 0 ? in[i] + 1 : 0;
            sum += out[i] + 1;
            count += in[i] % 2 == 0;
        }
        wrong += sum != want || counts[b] != count;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
