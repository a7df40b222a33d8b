// expect-none
// gpu: ok
// The 16x16 image kernel with its barrier: the picture is smooth.
#include "../../case.h"

constexpr int SIDE = 16, BLOCKS = 32, WIDTH = SIDE * BLOCKS;

__global__ void picture(int *out)
{
    __shared__ int shared[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y;
    int px = blockIdx.x * SIDE + x, py = blockIdx.y * SIDE + y;
    if (y >= 2)
        __nanosleep(3000);
    shared[x][y] = px * 1000 + py;
    __syncthreads();
    out[py * WIDTH + px] = shared[SIDE - 1 - x][SIDE - 1 - y];
}

int main()
{
    int *out;
    need(cudaMallocManaged(&out, WIDTH * WIDTH * sizeof(int)));
    picture<<<dim3(BLOCKS, BLOCKS), dim3(SIDE, SIDE)>>>(out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int y = 0; y < WIDTH; y++)
        for (int x = 0; x < WIDTH; x++)
            wrong += out[y * WIDTH + x] != (x ^ 15) * 1000 + (y ^ 15);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
