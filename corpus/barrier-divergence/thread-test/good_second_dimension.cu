// expect-none
// gpu: ok
// All rows of the two-dimensional block come to the barrier.
#include "../../case.h"

constexpr int W = 32, H = 8, THREADS = W * H, BLOCKS = 512;

__global__ void column_sums(const int *in, int *out)
{
    __shared__ int tile[H][W];
    __shared__ int sums[W];
    int x = threadIdx.x, y = threadIdx.y;
    if (y > 0)
        __nanosleep(3000);
    tile[y][x] = in[blockIdx.x * THREADS + y * W + x];
    __syncthreads();
    if (y == 0) {
        int sum = 0;
        for (int row = 0; row < H; row++)
            sum += tile[row][x];
        sums[x] = sum;
    }
    __syncthreads();
    out[blockIdx.x * THREADS + y * W + x] = sums[x] - tile[y][x];
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
    column_sums<<<BLOCKS, dim3(W, H)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++)
        for (int x = 0; x < W; x++) {
            int want = 0;
            for (int y = 0; y < H; y++)
                want += in[b * THREADS + y * W + x];
            for (int i = b * THREADS + x; i < (b + 1) * THREADS; i += W)
                wrong += out[i] != want - in[i];
        }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
