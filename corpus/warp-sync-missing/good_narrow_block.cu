// expect-none
// gpu: ok
// The two rows of one warp exchange their values around __syncwarp().
#include "../case.h"

constexpr int X = 16, Y = 8, THREADS = X * Y, BLOCKS = 256;

__global__ void swap_rows(const int *in, int *out)
{
    __shared__ int s[Y][X];
    int x = threadIdx.x, y = threadIdx.y;
    int at = blockIdx.x * THREADS + y * X + x;
    if (y % 2)
        __nanosleep(2000);
    s[y][x] = in[at];
    __syncwarp();
    out[at] = s[y ^ 1][x];
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
    swap_rows<<<BLOCKS, dim3(X, Y)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 16];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
