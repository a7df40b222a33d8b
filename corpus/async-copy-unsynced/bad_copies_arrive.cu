// gpu: wrong, racecheck
// The producers arrive when they have issued their copies, not when these have ended.
#include "../case.h"
#include <cuda/barrier>

constexpr int THREADS = 128, BLOCKS = 64, STAGES = 3, TILES = 64;
using barrier = cuda::barrier<cuda::thread_scope_block>;

#define ADDRESS(b) ((unsigned)__cvta_generic_to_shared(&(b)))

__global__ void ring(const int *in, int *out, int tiles)
{
    __shared__ int tile[STAGES][64];
    __shared__ barrier full[STAGES], empty[STAGES];
    const int tid = threadIdx.x;
    const int *input = in + blockIdx.x * tiles * 64;
    if (tid == 0)
        for (int i = 0; i < STAGES; i++) {
            init(&full[i], 64);
            init(&empty[i], 64);
        }
    __syncthreads();
    int stage = 0, phase = 0;
    if (tid < 64) {
        for (int k = 0; k < tiles; k++) {
            empty[stage].wait_parity(phase ^ 1);
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                             ADDRESS(tile[stage][tid])),
                         "l"(input + k * 64 + tid)
                         : "memory");
            (void)full[stage].arrive();
            if (++stage == STAGES) {
                stage = 0;
                phase ^= 1;
            }
        }
    } else {
        int sum = 0;
        for (int k = 0; k < tiles; k++) {
            full[stage].wait_parity(phase);
            sum += tile[stage][127 - tid]; // expect: async-copy-unsynced
            (void)empty[stage].arrive();
            if (++stage == STAGES) {
                stage = 0;
                phase ^= 1;
            }
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
