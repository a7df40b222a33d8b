// expect-none
// expect-proved
// gpu: ok
// The same reduction along y with a barrier per level. The rows are told apart by y alone.
#include "../../case.h"

constexpr int X = 32, Y = 16, BLOCKS = 256;

__global__ void column_sums(const int *in, int *out)
{
    __shared__ int s[Y][X];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = in[(blockIdx.x * Y + y) * X + x];
    __syncthreads();
    for (int half = Y / 2; half > 0; half /= 2) {
        if (y > 0)
            __nanosleep(500);
        if (y < half)
            s[y][x] += s[y + half][x];
        __syncthreads();
    }
    if (y == 0)
        out[blockIdx.x * X + x] = s[0][x];
}

int main()
{
    const int n = BLOCKS * X * Y;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * X * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    column_sums<<<BLOCKS, dim3(X, Y)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++)
        for (int x = 0; x < X; x++) {
            int want = 0;
            for (int y = 0; y < Y; y++)
                want += in[(b * Y + y) * X + x];
            wrong += out[b * X + x] != want;
        }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
