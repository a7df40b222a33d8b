// gpu: wrong, racecheck
// The index is shifted by itself: from thread 32 on nothing is left of it, and these threads share
// slot 0, as thread 0 does.
#include "../../case.h"

constexpr int THREADS = 128;

// The GPU's shift: a count of 32 or more leaves nothing.
__device__ unsigned shift_left(unsigned value, unsigned count)
{
    unsigned result;
    asm("shl.b32 %0, %1, %2;" : "=r"(result) : "r"(value), "r"(count));
    return result;
}

__global__ void pad(const int *in, int *out)
{
    __shared__ int s[THREADS];
    unsigned t = threadIdx.x;
    unsigned slot = shift_left(t, t) % THREADS;
    s[slot] = in[t]; // expect: shared-race
    __syncthreads();
    out[t] = s[slot];
}

int main()
{
    int *in, *out;
    need(cudaMallocManaged(&in, THREADS * sizeof(int)));
    need(cudaMallocManaged(&out, THREADS * sizeof(int)));
    for (int i = 0; i < THREADS; i++) {
        in[i] = i + 1;
        out[i] = -1;
    }
    pad<<<1, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < THREADS; i++)
        wrong += out[i] != in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
