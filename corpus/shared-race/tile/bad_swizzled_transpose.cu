// gpu: wrong, racecheck
// Transpose through a tile with an XOR swizzle instead of padding, and no barrier.
#include "../../case.h"

constexpr int TILE = 32, ROWS = 8, BLOCKS = 512, CELLS = TILE * TILE;

__global__ void transpose(const int *in, int *out)
{
    __shared__ int tile[TILE * TILE];
    int x = threadIdx.x;
    const int *from = in + blockIdx.x * CELLS;
    int *to = out + blockIdx.x * CELLS;
    if (threadIdx.y > 0)
        __nanosleep(3000);
    for (int y = threadIdx.y; y < TILE; y += ROWS)
        tile[y * TILE + (x ^ y)] = from[y * TILE + x];
    for (int y = threadIdx.y; y < TILE; y += ROWS)
        to[y * TILE + x] = tile[x * TILE + (y ^ x)]; // expect: shared-race
}

int main()
{
    const int n = BLOCKS * CELLS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = i;
    transpose<<<BLOCKS, dim3(TILE, ROWS)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % CELLS + i % TILE * TILE + i % CELLS / TILE];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
