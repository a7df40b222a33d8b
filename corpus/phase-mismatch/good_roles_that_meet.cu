// expect-none
// expect-proved
// gpu: ok
// One lane fills a ring of three stages; a barrier of the block ends the roles.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32, STAGES = 3, TILES = 16;

#define ADDRESS(b) ((unsigned)__cvta_generic_to_shared(&(b)))
#define INIT(b, n)                                                                                 \
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(ADDRESS(b)), "r"(n) : "memory")
#define ARRIVE(b)                                                                                  \
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(ADDRESS(b)) : "memory")
#define WAIT(b, parity)                                                                            \
    asm volatile("{ .reg .pred over;\n"                                                            \
                 "again%=: mbarrier.test_wait.parity.shared.b64 over, [%0], %1;\n"                 \
                 "@!over bra again%=; }" ::"r"(ADDRESS(b)), "r"(parity) : "memory")

__global__ void sums(const int *in, int *out, int tiles)
{
    __shared__ alignas(8) unsigned long long full[STAGES], empty[STAGES];
    __shared__ int value[STAGES];
    const int tid = threadIdx.x;
    if (tid == 0)
        for (int i = 0; i < STAGES; i++) {
            INIT(full[i], 1);
            INIT(empty[i], THREADS - 32);
        }
    __syncthreads();
    int stage = 0, sum = 0;
    unsigned phase = 0;
    if (tid == 0) {
        for (int k = 0; k < tiles; k++) {
            WAIT(empty[stage], phase ^ 1);
            value[stage] = in[blockIdx.x * tiles + k];
            ARRIVE(full[stage]);
            if (++stage == STAGES) {
                stage = 0;
                phase ^= 1;
            }
        }
    } else if (tid >= 32) {
        for (int k = 0; k < tiles; k++) {
            WAIT(full[stage], phase);
            sum += value[stage] * (tid - 32);
            ARRIVE(empty[stage]);
            if (++stage == STAGES) {
                stage = 0;
                phase ^= 1;
            }
        }
    }
    __syncthreads();
    if (tid >= 32)
        out[blockIdx.x * (THREADS - 32) + tid - 32] = sum;
}

int main()
{
    const int n = BLOCKS * (THREADS - 32);
    int *in, *out;
    need(cudaMallocManaged(&in, BLOCKS * TILES * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < BLOCKS * TILES; i++)
        in[i] = (i * 7919) % 1000;
    for (int i = 0; i < n; i++)
        out[i] = -1;
    sums<<<BLOCKS, THREADS>>>(in, out, TILES);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k < TILES; k++)
            sum += in[i / (THREADS - 32) * TILES + k] * (i % (THREADS - 32));
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
