// gpu: ok
// flags: --arch=sm_90
// nvcc: -gencode=arch=compute_90a,code=sm_90a
// needs: sm_90
// The tensor core multiplies tiles of a ring: a stage is released when its operation has been waited for.
#include "../case.h"
#include <cuda_fp16.h>

constexpr int BLOCKS = 64, TILES = 64, STAGES = 3, THREADS = 160;

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
#define GROUP_FENCE() asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define GROUP_COMMIT() asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define GROUP_WAIT(n) asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(n) : "memory")
#define MULTIPLY(d, a, b)                                                                          \
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, "    \
                 "1, 1, 1, 0, 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a),       \
                 "l"(b) : "memory")

// Tiles without swizzling: 8 x 8 numbers in 128 bytes, two of them side by side.
static __device__ unsigned long long described(const void *tile)
{
    unsigned long long address = (unsigned)__cvta_generic_to_shared(tile);
    return (address & 0x3ffff) >> 4 | 8ull << 16 | 16ull << 32;
}

__global__ void product(const half *left, const half *right, float *out, int n)
{
    __shared__ alignas(128) half a[STAGES][64 * 16], b[STAGES][8 * 16];
    __shared__ alignas(8) unsigned long long full[STAGES], empty[STAGES];
    const int tid = threadIdx.x;
    if (tid == 0)
        for (int i = 0; i < STAGES; i++) {
            INIT(full[i], 1);
            INIT(empty[i], 128);
        }
    __syncthreads();
    int stage = 0;
    unsigned phase = 0;
    if (tid >= 128) {
        if (tid == 128)
            for (int k = 0; k < n; k++) {
                WAIT(empty[stage], phase ^ 1);
                EXPECT(full[stage], 2048 + 256);
                COPY(a[stage], left + k * 64 * 16, 2048, full[stage]); // expect: copy-source-reused
                COPY(b[stage], right + k * 8 * 16, 256, full[stage]); // expect: copy-source-reused
                if (++stage == STAGES) {
                    stage = 0;
                    phase ^= 1;
                }
            }
    } else {
        float d[4] = {};
        for (int k = 0; k < n; k++) {
            WAIT(full[stage], phase);
            GROUP_FENCE();
            MULTIPLY(d, described(a[stage]), described(b[stage]));
            GROUP_COMMIT();
            GROUP_WAIT(1);
            ARRIVE(empty[stage]);
            if (++stage == STAGES) {
                stage = 0;
                phase ^= 1;
            }
        }
        GROUP_WAIT(0);
        for (int i = 0; i < 4; i++)
            out[blockIdx.x * 512 + i * 128 + tid] = d[i];
    }
}

int main()
{
    half *a, *b;
    float *out, sum = 0;
    need(cudaMallocManaged(&a, TILES * 64 * 16 * sizeof(half)));
    need(cudaMallocManaged(&b, TILES * 8 * 16 * sizeof(half)));
    need(cudaMallocManaged(&out, BLOCKS * 512 * sizeof(float)));
    for (int k = 0; k < TILES; k++) {
        for (int i = 0; i < 64 * 16; i++)
            a[k * 64 * 16 + i] = __float2half((float)(k % 7));
        for (int i = 0; i < 8 * 16; i++)
            b[k * 8 * 16 + i] = __float2half((float)(k % 5 - 2));
        sum += (float)(16 * (k % 7) * (k % 5 - 2));
    }
    for (int i = 0; i < BLOCKS * 512; i++)
        out[i] = -1;
    product<<<BLOCKS, THREADS>>>(a, b, out, TILES);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < BLOCKS * 512; i++)
        wrong += out[i] != sum;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
