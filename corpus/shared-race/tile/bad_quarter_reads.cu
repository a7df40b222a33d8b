// gpu: wrong, racecheck
// Four accumulators per thread, the classic register tile, but the tile in shared memory is read
// before it is complete.
#include "../../case.h"

constexpr int THREADS = 64, DEPTH = 16, BLOCKS = 128;

__global__ void outer_product(const int *in, int *out)
{
    __shared__ int column[DEPTH][THREADS];
    int tid = threadIdx.x;
    int sums[4] = {0, 0, 0, 0};
    if (tid >= 32)
        __nanosleep(500000);
#pragma unroll
    for (int k = 0; k < DEPTH; k++)
        column[k][tid] = in[blockIdx.x * THREADS + tid] + k;
    for (int k = 0; k < DEPTH; k++)
        for (int j = 0; j < 4; j++)
            sums[j] += column[k][(tid + 16 * j) % THREADS]; // expect: shared-race
    for (int j = 0; j < 4; j++)
        out[(blockIdx.x * 4 + j) * THREADS + tid] = sums[j];
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, 4 * n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    outer_product<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) {
            int from = i - i % THREADS + (i + 16 * j) % THREADS;
            wrong += out[(i / THREADS * 4 + j) * THREADS + i % THREADS] != 16 * in[from] + 120;
        }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
