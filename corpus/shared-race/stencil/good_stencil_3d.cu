// expect-none
// expect-proved
// gpu: ok
// The three-dimensional tile is complete, with its two border layers, before the barrier.
#include "../../case.h"

constexpr int X = 8, Y = 8, Z = 4, BLOCKS = 256, CELLS = X * Y * (Z + 2);

__global__ void layers(const int *in, int *out)
{
    __shared__ int tile[Z + 2][Y][X];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z + 1;
    const int *cells = in + blockIdx.x * CELLS;
    if (z > 1)
        __nanosleep(3000);
    tile[z][y][x] = cells[(z * Y + y) * X + x];
    if (z == 1)
        tile[0][y][x] = cells[y * X + x];
    if (z == Z)
        tile[Z + 1][y][x] = cells[((Z + 1) * Y + y) * X + x];
    __syncthreads();
    int sum = tile[z - 1][y][x] + tile[z + 1][y][x];
    out[blockIdx.x * X * Y * Z + ((z - 1) * Y + y) * X + x] = sum;
}

int main()
{
    int *in, *out;
    need(cudaMallocManaged(&in, BLOCKS * CELLS * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * X * Y * Z * sizeof(int)));
    for (int i = 0; i < BLOCKS * CELLS; i++)
        in[i] = (i * 7919) % 100;
    layers<<<BLOCKS, dim3(X, Y, Z)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++)
        for (int i = 0; i < X * Y * Z; i++)
            wrong += out[b * X * Y * Z + i] != in[b * CELLS + i] + in[b * CELLS + i + 2 * X * Y];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
