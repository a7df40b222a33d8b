// gpu: wrong, racecheck
// Each thread fills its column with a walking pointer and then reads the column to the right.
#include "../../case.h"

constexpr int THREADS = 64, ROWS = 8, BLOCKS = 256;

__global__ void walk(const int *in, int *out)
{
    __shared__ int m[ROWS * THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int *to = m + tid;
    if (tid >= 32)
        __nanosleep(3000);
    for (int k = 0; k < ROWS; k++) {
        *to = in[gid] + k;
        to += THREADS;
    }
    const int *from = m + (tid + 32) % THREADS;
    int sum = 0;
    for (int k = 0; k < ROWS; k++)
        sum += from[k * THREADS]; // expect: shared-race
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
    walk<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 8 * in[i ^ 32] + 28;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
