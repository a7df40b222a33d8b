// gpu: wrong, racecheck
// The pitch of the rows is a constant, and wider images overrun it: each row spills into the next.
#include "../../case.h"

constexpr int ROWS = 8, PITCH = 32, WIDTH = 40;

__global__ void mirror(const int *in, int *out, int width)
{
    extern __shared__ int tile[];
    int y = threadIdx.y;
    for (int x = threadIdx.x; x < WIDTH; x += blockDim.x)
        tile[y * PITCH + x] = in[y * width + x]; // expect: shared-race
    __syncthreads();
    for (int x = threadIdx.x; x < WIDTH; x += blockDim.x)
        out[y * width + x] = tile[y * PITCH + width - 1 - x];
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
    mirror<<<1, dim3(16, ROWS), 4096>>>(in, out, width);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < width; x++)
            wrong += out[y * width + x] != in[y * width + width - 1 - x];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
