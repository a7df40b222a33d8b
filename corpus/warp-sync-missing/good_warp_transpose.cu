// expect-none
// gpu: ok
// __syncwarp() is enough: the tile belongs to one warp.
#include "../case.h"

constexpr int WARPS = 4, THREADS = 32 * WARPS, BLOCKS = 512;

__global__ void reverse_tiles(const int *in, int *out)
{
    __shared__ int tile[WARPS][33];
    int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    int gid = blockIdx.x * THREADS + tid;
    if (lane >= 16)
        __nanosleep(2000);
    tile[warp][lane] = in[gid];
    __syncwarp();
    out[gid] = tile[warp][31 - lane];
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
    reverse_tiles<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 31];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
