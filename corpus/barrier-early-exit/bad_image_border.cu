// gpu: wrong
// Two-dimensional blocks over an image whose sides are no multiples of the block: the threads
// outside return before the tile is complete.
#include "../case.h"

constexpr int SIDE = 16, W = 100, H = 70;

__global__ void flip_tiles(const int *in, int *out, int w, int h)
{
    __shared__ int tile[SIDE][SIDE];
    int x = blockIdx.x * SIDE + threadIdx.x;
    int y = blockIdx.y * SIDE + threadIdx.y;
    if (x >= w || y >= h)
        return;
    tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads(); // expect: barrier-early-exit
    out[y * w + x] = tile[SIDE - 1 - threadIdx.y][SIDE - 1 - threadIdx.x];
}

int main()
{
    int *in, *out;
    need(cudaMallocManaged(&in, W * H * sizeof(int)));
    need(cudaMallocManaged(&out, W * H * sizeof(int)));
    for (int i = 0; i < W * H; i++)
        in[i] = i + 1;
    dim3 grid((W + SIDE - 1) / SIDE, (H + SIDE - 1) / SIDE), block(SIDE, SIDE);
    flip_tiles<<<grid, block>>>(in, out, W, H);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int fx = x - x % SIDE + SIDE - 1 - x % SIDE, fy = y - y % SIDE + SIDE - 1 - y % SIDE;
            wrong += out[y * W + x] != (fx < W && fy < H ? in[fy * W + fx] : -1);
        }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
