// gpu: wrong, racecheck
// All shortest paths of a small graph in shared memory. A pass reads row k and column k while other
// threads write the matrix; without the barrier a pass mixes with the next one.
#include "../../case.h"

constexpr int SIDE = 16, CELLS = SIDE * SIDE, BLOCKS = 128;

__global__ void paths(const int *in, int *out)
{
    __shared__ int d[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y;
    int at = blockIdx.x * CELLS + y * SIDE + x;
    d[y][x] = in[at];
    __syncthreads();
    for (int k = 0; k < SIDE; k++) {
        int through = d[y][k] + d[k][x]; // expect: shared-race
        int direct = d[y][x];
        __syncthreads();
        if (y >= 2)
            __nanosleep(300);
        d[y][x] = min(direct, through);
    }
    out[at] = d[y][x];
}

int main()
{
    const int n = BLOCKS * CELLS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000 + 1;
    paths<<<BLOCKS, dim3(SIDE, SIDE)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int *d = in + b * CELLS;
        for (int k = 0; k < SIDE; k++)
            for (int y = 0; y < SIDE; y++)
                for (int x = 0; x < SIDE; x++)
                    if (d[y * SIDE + k] + d[k * SIDE + x] < d[y * SIDE + x])
                        d[y * SIDE + x] = d[y * SIDE + k] + d[k * SIDE + x];
        for (int i = 0; i < CELLS; i++)
            wrong += out[b * CELLS + i] != d[i];
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
