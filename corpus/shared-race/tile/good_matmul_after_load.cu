// expect-none
// expect-proved
// gpu: ok
// Tiled matrix multiplication with both barriers: after filling the tiles, and after using them.
#include "../../case.h"

constexpr int TILE = 16, SIZE = 256;

__global__ void multiply(const int *left, const int *right, int *product)
{
    __shared__ int a[TILE][TILE];
    __shared__ int b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    int sum = 0;
    for (int t = 0; t < SIZE / TILE; t++) {
        if (y >= 2)
            __nanosleep(500);
        a[y][x] = left[row * SIZE + t * TILE + x];
        b[y][x] = right[(t * TILE + y) * SIZE + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    product[row * SIZE + column] = sum;
}

int main()
{
    int *left, *right, *product;
    need(cudaMallocManaged(&left, SIZE * SIZE * sizeof(int)));
    need(cudaMallocManaged(&right, SIZE * SIZE * sizeof(int)));
    need(cudaMallocManaged(&product, SIZE * SIZE * sizeof(int)));
    for (int i = 0; i < SIZE * SIZE; i++) {
        left[i] = i % 13;
        right[i] = i % 17;
    }
    dim3 grid(SIZE / TILE, SIZE / TILE), block(TILE, TILE);
    multiply<<<grid, block>>>(left, right, product);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int r = 0; r < SIZE; r++)
        for (int c = 0; c < SIZE; c++) {
            int want = 0;
            for (int k = 0; k < SIZE; k++)
                want += left[r * SIZE + k] * right[k * SIZE + c];
            wrong += product[r * SIZE + c] != want;
        }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
