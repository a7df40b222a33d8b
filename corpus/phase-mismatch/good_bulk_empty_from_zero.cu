// expect-none
// expect-proved
// gpu: ok
// flags: --arch=sm_90
// needs: sm_90
// One thread copies tiles in bulk into a ring of three stages, two warps read them: the first wait for an empty
// stage names the phase before the first.
#include "../case.h"

constexpr int THREADS = 96, BLOCKS = 32, STAGES = 3, TILES = 8;

#define ADDRESS(b) ((unsigned)__cvta_generic_to_shared(&(b)))
#define INIT(b, n)                                                                                 \
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(ADDRESS(b)), "r"(n) : "memory")
#define ARRIVE(b)                                                                                  \
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(ADDRESS(b)) : "memory")
#define EXPECT(b, bytes)                                                                           \
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(ADDRESS(b)),       \
                 "r"(bytes)                                                                        \
                 : "memory")
#define COPY(to, from, bytes, b)                                                                   \
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "              \
                 "[%0], [%1], %2, [%3];" ::"r"(ADDRESS(to)),                                       \
                 "l"(from), "n"(bytes), "r"(ADDRESS(b))                                            \
                 : "memory")
#define WAIT(b, parity)                                                                            \
    asm volatile("{ .reg .pred over;\n"                                                            \
                 "again%=: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"             \
                 "@!over bra again%=; }" ::"r"(ADDRESS(b)), "r"(parity) : "memory")

__global__ void ring(const int *in, int *out, int tiles)
{
    __shared__ alignas(16) int tile[STAGES][64];
    __shared__ alignas(8) unsigned long long full[STAGES], empty[STAGES];
    const int tid = threadIdx.x;
    const int *input = in + blockIdx.x * tiles * 64;
    if (tid == 0)
        for (int i = 0; i < STAGES; i++) {
            INIT(full[i], 1);
            INIT(empty[i], 64);
        }
    __syncthreads();
    int stage = 0;
    unsigned phase = 0;
    if (tid == 0) {
        for (int k = 0; k < tiles; k++) {
            WAIT(empty[stage], phase ^ 1);
            EXPECT(full[stage], 256);
            COPY(tile[stage], input + k * 64, 256, full[stage]);
            if (++stage == STAGES) {
                stage = 0;
                phase ^= 1;
            }
        }
    } else if (tid >= 32) {
        int sum = 0;
        for (int k = 0; k < tiles; k++) {
            WAIT(full[stage], phase);
            sum += tile[stage][95 - tid];
            ARRIVE(empty[stage]);
            if (++stage == STAGES) {
                stage = 0;
                phase ^= 1;
            }
        }
        out[blockIdx.x * 64 + tid - 32] = sum;
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
