// expect-none
// expect-proved
// gpu: ok
// Transpose through a padded tile. The odd row length changes nothing: each element is
// written once, then a barrier, then read once.
#include "../../case.h"

constexpr int TILE = 32, ROWS = 8, SIZE = 512;

__global__ void transpose(const int *in, int *out)
{
    __shared__ int tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (threadIdx.y > 0)
        __nanosleep(3000);
    for (int j = 0; j < TILE; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * SIZE + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        out[(y + j) * SIZE + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
    int *in, *out;
    need(cudaMallocManaged(&in, SIZE * SIZE * sizeof(int)));
    need(cudaMallocManaged(&out, SIZE * SIZE * sizeof(int)));
    for (int i = 0; i < SIZE * SIZE; i++)
        in[i] = i + 1;
    transpose<<<dim3(SIZE / TILE, SIZE / TILE), dim3(TILE, ROWS)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            wrong += out[x * SIZE + y] != in[y * SIZE + x];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
