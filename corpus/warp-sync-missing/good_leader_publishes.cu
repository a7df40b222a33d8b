// expect-none
// gpu: ok
// __syncwarp() stands between the leader's store and the loads of its warp.
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
    __syncwarp();
    out[gid] = slot[warp];
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
