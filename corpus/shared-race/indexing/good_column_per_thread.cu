// expect-none
// gpu: ok
// Each thread reads and writes its own column only; a column needs no barrier, however long the
// loops over it are.
#include "../../case.h"

constexpr int THREADS = 64, ROWS = 16, BLOCKS = 256;

__global__ void columns(const int *in, int *out)
{
    __shared__ int m[ROWS][THREADS];
    int x = threadIdx.x;
    int gid = blockIdx.x * THREADS + x;
    if (x >= 32)
        __nanosleep(3000);
    for (int y = 0; y < ROWS; y++)
        m[y][x] = in[gid] * y;
    for (int y = 1; y < ROWS; y++)
        m[y][x] += m[y - 1][x];
    out[gid] = m[ROWS - 1][x];
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
    columns<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 120 * in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
