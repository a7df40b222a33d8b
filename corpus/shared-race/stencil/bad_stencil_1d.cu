// gpu: wrong, racecheck
// One-dimensional stencil with a halo on both sides and no barrier between filling the tile and
// reading the neighbours.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512, RADIUS = 3;

__global__ void stencil(const int *in, int *out)
{
    __shared__ int s[THREADS + 2 * RADIUS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 32)
        __nanosleep(3000);
    s[tid + RADIUS] = in[gid + RADIUS];
    if (tid < RADIUS) {
        s[tid] = in[gid];
        s[tid + RADIUS + THREADS] = in[gid + RADIUS + THREADS];
    }
    int sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        sum += s[tid + RADIUS + k]; // expect: shared-race
    out[gid] = sum;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, (n + 2 * RADIUS) * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n + 2 * RADIUS; i++)
        in[i] = (i * 7919) % 1000;
    stencil<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int want = 0;
        for (int k = 0; k <= 2 * RADIUS; k++)
            want += in[i + k];
        wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
