// expect-none
// gpu: racecheck
// Two warps produce and two consume, each in a loop of its own; one barrier says that the buffer is
// full, the other that it is empty.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32, TILES = 6;

__global__ void stream(const int *in, int *out)
{
    __shared__ int s[64];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int sum = 0;
    if (tid < 64) {
        for (int k = 0; k < TILES; k++) {
            asm volatile("bar.sync 2, 128;" ::: "memory");
            s[tid] = in[gid] + k;
            asm volatile("bar.arrive 1, 128;" ::: "memory");
        }
    } else {
        asm volatile("bar.arrive 2, 128;" ::: "memory");
        for (int k = 0; k < TILES; k++) {
            asm volatile("bar.sync 1, 128;" ::: "memory");
            sum += s[tid - 64];
            if (k + 1 < TILES)
                asm volatile("bar.arrive 2, 128;" ::: "memory");
        }
    }
    out[gid] = sum;
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
    stream<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (i % THREADS < 64 ? 0 : TILES * in[i - 64] + TILES * (TILES - 1) / 2);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
