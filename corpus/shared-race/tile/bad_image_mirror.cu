// gpu: wrong, racecheck
// The 16x16 image kernel: each thread stores one pixel and shows the opposite one. Without the
// barrier the picture has specks wherever the opposite warp was late.
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
    out[py * WIDTH + px] = shared[SIDE - 1 - x][SIDE - 1 - y]; // expect: shared-race
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
