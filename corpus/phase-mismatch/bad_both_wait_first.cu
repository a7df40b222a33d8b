// gpu: hang
// Both sides begin with a wait for the other.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32, TILES = 8;

#define SYNC(number) asm volatile("bar.sync %0, %1;" ::"n"(number), "n"(THREADS) : "memory")
#define ARRIVE(number) asm volatile("bar.arrive %0, %1;" ::"n"(number), "n"(THREADS) : "memory")

__global__ void ring(const int *in, int *out, int tiles)
{
    __shared__ int tile[64];
    const int tid = threadIdx.x;
    const int *input = in + blockIdx.x * tiles * 64;
    if (tid < 64) {
        for (int k = 0; k < tiles; k++) {
            SYNC(2); // expect: phase-mismatch
            tile[tid] = input[k * 64 + tid];
            ARRIVE(1);
        }
    } else {
        int sum = 0;
        for (int k = 0; k < tiles; k++) {
            SYNC(1); // expect: phase-mismatch
            sum += tile[127 - tid];
            ARRIVE(2);
        }
        out[blockIdx.x * 64 + tid - 64] = sum;
    }
}

int main()
{
    const int n = BLOCKS * 64;
    int *in, *out;
    need(cudaMallocManaged(&in, n * TILES * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n * TILES; i++)
        in[i] = (i * 7919) % 1000;
    for (int i = 0; i < n; i++)
        out[i] = -1;
    ring<<<BLOCKS, THREADS>>>(in, out, TILES);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k < TILES; k++)
            sum += in[(i / 64 * TILES + k) * 64 + 63 - i % 64];
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
