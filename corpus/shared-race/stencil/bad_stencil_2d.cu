// gpu: wrong, racecheck
// Five-point stencil on a tile with a border: the barrier after the border is missing.
#include "../../case.h"

constexpr int SIDE = 16, BLOCKS = 16, W = SIDE * BLOCKS + 2;

__global__ void laplace(const int *in, int *out)
{
    __shared__ int t[SIDE + 2][SIDE + 2];
    int x = threadIdx.x + 1, y = threadIdx.y + 1;
    int gx = blockIdx.x * SIDE + x, gy = blockIdx.y * SIDE + y;
    if (y > 2)
        __nanosleep(3000);
    t[y][x] = in[gy * W + gx];
    if (x == 1) {
        t[y][0] = in[gy * W + gx - 1];
        t[y][SIDE + 1] = in[gy * W + gx + SIDE];
    }
    if (y == 1) {
        t[0][x] = in[(gy - 1) * W + gx];
        t[SIDE + 1][x] = in[(gy + SIDE) * W + gx];
    }
    int centre = 4 * t[y][x];
    int around = t[y][x - 1] + t[y][x + 1] + t[y - 1][x] + t[y + 1][x]; // expect: shared-race
    out[gy * W + gx] = around - centre;
}

int main()
{
    int *in, *out;
    need(cudaMallocManaged(&in, W * W * sizeof(int)));
    need(cudaMallocManaged(&out, W * W * sizeof(int)));
    for (int i = 0; i < W * W; i++)
        in[i] = (i * 7919) % 1000;
    laplace<<<dim3(BLOCKS, BLOCKS), dim3(SIDE, SIDE)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int y = 1; y < W - 1; y++)
        for (int x = 1; x < W - 1; x++) {
            int i = y * W + x;
            wrong += out[i] != in[i - 1] + in[i + 1] + in[i - W] + in[i + W] - 4 * in[i];
        }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
