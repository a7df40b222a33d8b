// gpu: hang, wrong(-G)
// Who reads never turns the parity: from the second round on the wait is for a phase that is over, or
// two phases away.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32, STAGES = 3, TILES = 8;

#define ADDRESS(b) ((unsigned)__cvta_generic_to_shared(&(b)))
#define INIT(b, n)                                                                                 \
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(ADDRESS(b)), "r"(n) : "memory")
#define ARRIVE(b)                                                                                  \
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(ADDRESS(b)) : "memory")
#define WAIT(b, parity)                                                                            \
    asm volatile("{ .reg .pred over;\n"                                                            \
                 "again%=: mbarrier.test_wait.parity.shared.b64 over, [%0], %1;\n"                 \
                 "@!over bra again%=; }" ::"r"(ADDRESS(b)), "r"(parity) : "memory")

__global__ void ring(const int *in, int *out, int tiles)
{
    __shared__ alignas(8) unsigned long long full[STAGES], empty[STAGES];
    __shared__ int tile[STAGES][64];
    const int tid = threadIdx.x;
    const int *input = in + blockIdx.x * tiles * 64;
    if (tid == 0)
        for (int i = 0; i < STAGES; i++) {
            INIT(full[i], 64);
            INIT(empty[i], 64);
        }
    __syncthreads();
    int stage = 0;
    unsigned phase = 0;
    if (tid < 64) {
        for (int k = 0; k < tiles; k++) {
            WAIT(empty[stage], phase ^ 1);
            tile[stage][tid] = input[k * 64 + tid];
            ARRIVE(full[stage]);
            if (++stage == STAGES) {
                stage = 0;
                phase ^= 1;
            }
        }
    } else {
        int sum = 0;
        for (int k = 0; k < tiles; k++) {
            WAIT(full[stage], phase); // expect: phase-mismatch
            sum += tile[stage][127 - tid];
            ARRIVE(empty[stage]);
            if (++stage == STAGES) {
                stage = 0;
                phase ^= 0;
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
