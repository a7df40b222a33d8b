// gpu: wrong, racecheck
// Scan of a long row in chunks. The total of the chunk is read from the last element at the end of
// the pass, and the next chunk is stored over it at once.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 256, CHUNKS = 6;

__global__ void long_scan(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int base = blockIdx.x * CHUNKS * THREADS;
    int carry = 0;
    for (int k = 0; k < CHUNKS; k++) {
        int i = base + k * THREADS + tid;
        s[tid] = in[i]; // expect: shared-race
        __syncthreads();
        for (int d = 1; d < THREADS; d *= 2) {
            int left = tid >= d ? s[tid - d] : 0;
            __syncthreads();
            s[tid] += left;
            __syncthreads();
        }
        out[i] = s[tid] + carry;
        if (tid < 96)
            __nanosleep(500);
        carry += s[THREADS - 1];
    }
}

int main()
{
    const int n = BLOCKS * CHUNKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = i % 100;
    long_scan<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        sum = i % (CHUNKS * THREADS) ? sum + in[i] : in[i];
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
