// gpu: error(-G)
// All lanes shuffle, the mask names half of them.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void add_next_eight(const int *in, int *out)
{
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int v = in[gid];
    v += __shfl_down_sync(0xffffu, v, 8, 16); // expect: warp-mask
    out[gid] = v;
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
    add_next_eight<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i] + in[i % 16 < 8 ? i + 8 : i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
