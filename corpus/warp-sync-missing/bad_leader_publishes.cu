// gpu: wrong, racecheck
// The first lane of each warp stores a value for its warp, and the other lanes read it at once.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void broadcast(const int *in, int *out)
{
    __shared__ int slot[THREADS / 32];
    int tid = threadIdx.x, warp = tid / 32;
    int gid = blockIdx.x * THREADS + tid;
    if (tid % 32 == 0) {
        __nanosleep(2000);
        slot[warp] = 3 * in[gid];
    }
    out[gid] = slot[warp]; // expect: warp-sync-missing
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
    broadcast<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 3 * in[i - i % 32];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
