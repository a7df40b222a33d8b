// expect-none
// gpu: racecheck
// The critical sections exclude each other by the lock, and a barrier stands before the result is
// read. The tool does not follow locks and must not complain either.
#include "../../case.h"

constexpr int BLOCKS = 64, WARPS = 8, THREADS = 32 * WARPS;

__global__ void guarded(const int *in, int *out)
{
    __shared__ int lock, total;
    int tid = threadIdx.x;
    if (tid == 0) {
        lock = 0;
        total = 0;
    }
    __syncthreads();
    if (tid % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            __nanosleep(100);
        __threadfence_block();
        total += in[blockIdx.x * THREADS + tid];
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    out[blockIdx.x * THREADS + tid] = total;
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
    guarded<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int w = 0; w < WARPS; w++)
            want += in[b * THREADS + 32 * w];
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
