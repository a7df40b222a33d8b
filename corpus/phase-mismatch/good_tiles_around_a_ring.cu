// expect-none
// expect-proved
// gpu: ok
// Stage and parity go on from one tile to the next, on both sides.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32, TILES = 8, PARTS = 8, STAGES = 3;

#define OBJECT(b) static_cast<unsigned>(__cvta_generic_to_shared(&(b)))

static __device__ void make(unsigned long long &b, unsigned n)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(OBJECT(b)), "r"(n) : "memory");
}

#define ARRIVE(b) asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(OBJECT(b)) : "memory")

#define WAIT(b, parity)                                                                            \
    asm volatile("{ .reg .pred q; again%=: mbarrier.test_wait.parity.shared.b64 q, [%0], %1;\n"     \
                 "@!q bra again%=; }" ::"r"(OBJECT(b)),                                            \
                 "r"(parity)                                                                       \
                 : "memory")

// Tiles of several parts go through a ring; each block takes every so many of them.
__global__ void tiles_of(const int *in, int *out, int tiles)
{
    __shared__ int part[STAGES][64];
    __shared__ unsigned long long full[STAGES], empty[STAGES];
    const int tid = threadIdx.x;
    if (tid < STAGES) {
        make(full[tid], 64);
        make(empty[tid], 64);
    }
    __syncthreads();
    int stage = 0;
    unsigned phase = 0;
    if (tid < 64) {
        for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
            for (int i = 0; i < PARTS; i++) {
                WAIT(empty[stage], phase ^ 1);
                part[stage][tid] = in[(tile * PARTS + i) * 64 + tid];
                ARRIVE(full[stage]);
                if (++stage == STAGES) {
                    stage = 0;
                    phase ^= 1;
                }
            }
    } else {
        for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
            int sum = 0;
            for (int i = 0; i < PARTS; i++) {
                WAIT(full[stage], phase);
                sum += part[stage][127 - tid];
                ARRIVE(empty[stage]);
                if (++stage == STAGES) {
                    stage = 0;
                    phase ^= 1;
                }
            }
            out[tile * 64 + tid - 64] = sum;
        }
    }
}

int main()
{
    const int tiles = BLOCKS * TILES, n = tiles * 64;
    int *in, *out;
    need(cudaMallocManaged(&in, n * PARTS * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n * PARTS; i++)
        in[i] = (i * 7919) % 1000;
    for (int i = 0; i < n; i++)
        out[i] = -1;
    tiles_of<<<BLOCKS, THREADS>>>(in, out, tiles);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k < PARTS; k++)
            sum += in[(i / 64 * PARTS + k) * 64 + 63 - i % 64];
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
