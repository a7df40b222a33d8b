// gpu: wrong, racecheck
// Each warp passes its value to the next one through a ring of slots; the slot of the previous
// warp is read without a barrier.
#include "../../case.h"

constexpr int THREADS = 256, WARPS = THREADS / 32, BLOCKS = 512;

__global__ void ring(const int *in, int *out)
{
    __shared__ int slot[WARPS];
    int tid = threadIdx.x, warp = tid / 32;
    int gid = blockIdx.x * THREADS + tid;
    if (warp % 2 == 0)
        __nanosleep(3000);
    if (tid % 32 == 0)
        slot[warp] = in[gid];
    out[gid] = slot[(warp + WARPS - 1) % WARPS]; // expect: shared-race
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
    ring<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + (i % THREADS / 32 + WARPS - 1) % WARPS * 32];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
