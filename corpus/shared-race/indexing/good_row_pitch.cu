// expect-none
// gpu: ok
// Rows of a run-time width, laid out with a run-time pitch: they overlap only if the pitch is smaller than
// the width, which no caller would ask for.
#include "../../case.h"

constexpr int ROWS = 8;

__global__ void mirror(const int *in, int *out, int width, int pitch)
{
    extern __shared__ int tile[];
    int y = threadIdx.y;
    for (int x = threadIdx.x; x < width; x += blockDim.x)
        tile[y * pitch + x] = in[y * width + x];
    __syncthreads();
    for (int x = threadIdx.x; x < width; x += blockDim.x)
        out[y * width + x] = tile[y * pitch + width - 1 - x];
}

int main()
{
    const int width = 40;
    int *in, *out;
    need(cudaMallocManaged(&in, ROWS * width * sizeof(int)));
    need(cudaMallocManaged(&out, ROWS * width * sizeof(int)));
    for (int i = 0; i < ROWS * width; i++) {
        in[i] = i * 7 % 1000;
        out[i] = -1;
    }
    mirror<<<1, dim3(16, ROWS), 4096>>>(in, out, width, 48);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < width; x++)
            wrong += out[y * width + x] != in[y * width + width - 1 - x];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
