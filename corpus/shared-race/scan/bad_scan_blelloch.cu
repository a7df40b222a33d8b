// gpu: wrong, racecheck
// Work-efficient scan, barrier at the head of each pass; but after the last pass of the down-sweep
// there is none, and the result is read by other threads than wrote it.
#include "../../case.h"

constexpr int THREADS = 128, LENGTH = 2 * THREADS, BLOCKS = 256;

__global__ void scan(const int *in, int *out)
{
    __shared__ int s[LENGTH];
    int tid = threadIdx.x;
    int base = blockIdx.x * LENGTH;
    for (int i = tid; i < LENGTH; i += THREADS)
        s[i] = in[base + i];
    int offset = 1;
    for (int d = LENGTH / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1;
            int b = offset * (2 * tid + 2) - 1;
            s[b] += s[a];
        }
        offset *= 2;
    }
    if (tid == 0)
        s[LENGTH - 1] = 0;
    for (int d = 1; d < LENGTH; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid >= 32)
            __nanosleep(300);
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1;
            int b = offset * (2 * tid + 2) - 1;
            int old = s[a];
            s[a] = s[b];
            s[b] += old;
        }
    }
    for (int i = tid; i < LENGTH; i += THREADS)
        out[base + i] = s[i]; // expect: shared-race
}

int main()
{
    const int n = BLOCKS * LENGTH;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    scan<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        sum = i % LENGTH ? sum + in[i - 1] : 0;
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
