// gpu: wrong, racecheck
// Separable convolution of a tile: the rows are folded into a second shared array, and the fold of
// the columns starts without waiting for it.
#include "../../case.h"

constexpr int SIDE = 16, BLOCKS = 512, CELLS = SIDE * SIDE;

__global__ void blur(const int *in, int *out)
{
    __shared__ int tile[SIDE][SIDE];
    __shared__ int rows[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y;
    int at = blockIdx.x * CELLS + y * SIDE + x;
    tile[y][x] = in[at];
    __syncthreads();
    int left = x > 0 ? tile[y][x - 1] : 0;
    int right = x < SIDE - 1 ? tile[y][x + 1] : 0;
    if (y >= 2)
        __nanosleep(3000);
    rows[y][x] = left + 2 * tile[y][x] + right;
    int sum = 0;
    for (int k = -1; k <= 1; k++)
        if (y + k >= 0 && y + k < SIDE)
            sum += (2 - k * k) * rows[y + k][x]; // expect: shared-race
    out[at] = sum;
}

static int pixel(const int *tile, int x, int y)
{
    return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? 0 : tile[y * SIDE + x];
}

int main()
{
    const int n = BLOCKS * CELLS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    blur<<<BLOCKS, dim3(SIDE, SIDE)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        const int *tile = in + i - i % CELLS;
        int x = i % SIDE, y = i % CELLS / SIDE, want = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                want += (2 - dy * dy) * (2 - dx * dx) * pixel(tile, x + dx, y + dy);
        wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
