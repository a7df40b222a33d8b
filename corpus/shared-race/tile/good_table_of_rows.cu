// expect-none
// expect-proved
// gpu: ok
// The rows of a tile are reached through a table of pointers, and each group of 128 threads takes
// the row of its number. It reorders the row in place: all have read before the first one writes.
#include "../../case.h"

constexpr int LENGTH = 1024, GROUP = 128, EACH = LENGTH / GROUP;

__device__ void reorder(const int *from, int *to, int lane, bool works)
{
    int own[EACH];
    for (int k = 0; k < EACH && works; k++)
        own[k] = from[k * GROUP + lane];
    __syncthreads();
    for (int k = 0; k < EACH && works; k++)
        to[lane * EACH + k] = own[k];
}

__global__ void reorder_rows(const int *in, int *out, int tiles)
{
    __shared__ int tile[2 * LENGTH];
    int *rows[2] = {tile, tile + LENGTH};
    int tid = threadIdx.x;
    for (int t = 0; t < tiles; t++) {
        for (int i = tid; i < 2 * LENGTH; i += blockDim.x)
            tile[i] = in[t * 2 * LENGTH + i];
        __syncthreads();
        int *mine = rows[tid / GROUP % 2];
        reorder(mine, mine, tid % GROUP, tid < 2 * GROUP);
        __syncthreads();
        for (int i = tid; i < 2 * LENGTH; i += blockDim.x)
            out[t * 2 * LENGTH + i] = tile[i];
        __syncthreads();
    }
}

int main()
{
    const int tiles = 64, n = tiles * 2 * LENGTH;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = i;
    reorder_rows<<<1, 256>>>(in, out, tiles);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int at = i % LENGTH;
        wrong += out[i] != i - at + at % EACH * GROUP + at / EACH;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
