// gpu: wrong, racecheck
// A quarter of the threads fills the array four ints at a time; the single ints are then read
// without a barrier.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void spread(const int4 *in, int *out)
{
    __shared__ int4 packed[THREADS / 4];
    const int *single = reinterpret_cast<const int *>(packed);
    int tid = threadIdx.x;
    if (tid < THREADS / 4) {
        __nanosleep(3000);
        packed[tid] = in[blockIdx.x * (THREADS / 4) + tid];
    }
    out[blockIdx.x * THREADS + tid] = single[tid ^ 3]; // expect: shared-race
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
    spread<<<BLOCKS, THREADS>>>(reinterpret_cast<int4 *>(in), out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 3];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
