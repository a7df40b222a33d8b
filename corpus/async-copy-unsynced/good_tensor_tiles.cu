// expect-none
// expect-proved
// gpu: ok
// flags: --arch=sm_90
// needs: sm_90
// Tiles of a tensor are copied into one buffer, one after the other; each is waited for before it is read.
#include "../case.h"
#include <cuda.h>

constexpr int SIDE = 32, BLOCKS = 32, TILES = 16, THREADS = 128;

#define ADDRESS(b) ((unsigned)__cvta_generic_to_shared(&(b)))
#define INIT(b, n)                                                                                 \
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(ADDRESS(b)), "r"(n) : "memory")
#define EXPECT(b, bytes)                                                                           \
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(ADDRESS(b)),       \
                 "r"(bytes)                                                                        \
                 : "memory")
#define LOAD(to, map, x, y, b)                                                                     \
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "    \
                 "[%0], [%1, {%3, %4}], [%2];" ::"r"(ADDRESS(to)),                                 \
                 "l"(&(map)), "r"(ADDRESS(b)), "r"(x), "r"(y)                                      \
                 : "memory")
#define WAIT(b, parity)                                                                            \
    asm volatile("{ .reg .pred over;\n"                                                            \
                 "again%=: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"             \
                 "@!over bra again%=; }" ::"r"(ADDRESS(b)), "r"(parity) : "memory")

__global__ void tiles(const __grid_constant__ CUtensorMap map, int *out, int n)
{
    __shared__ alignas(128) int tile[SIDE * SIDE];
    __shared__ alignas(8) unsigned long long full;
    const int tid = threadIdx.x;
    if (tid == 0)
        INIT(full, 1);
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < n; k++) {
        if (tid == 0) {
            EXPECT(full, SIDE * SIDE * 4);
            LOAD(tile, map, (int)blockIdx.x * SIDE, k * SIDE, full);
        }
        WAIT(full, k & 1);
        for (int i = tid; i < SIDE * SIDE; i += THREADS)
            sum += tile[SIDE * SIDE - 1 - i] * (i % 5 + 1);
        __syncthreads();
    }
    out[blockIdx.x * THREADS + tid] = sum;
}

static CUtensorMap map_of(int *memory, unsigned long long width, unsigned long long height)
{
    void *encode = nullptr;
    cudaDriverEntryPointQueryResult found;
    need(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000,
                                          cudaEnableDefault, &found));
    const cuuint64_t size[2] = {width, height}, pitch[1] = {width * sizeof(int)};
    const cuuint32_t box[2] = {SIDE, SIDE}, step[2] = {1, 1};
    CUtensorMap map;
    if (((decltype(&cuTensorMapEncodeTiled))encode)(
            &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, memory, size, pitch, box, step,
            CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
        printf("ERROR no map\n");
        exit(2);
    }
    return map;
}

int main()
{
    const int width = BLOCKS * SIDE, height = TILES * SIDE, n = width * height;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * THREADS * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    for (int i = 0; i < BLOCKS * THREADS; i++)
        out[i] = -1;
    tiles<<<BLOCKS, THREADS>>>(map_of(in, width, height), out, TILES);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++)
        for (int t = 0; t < THREADS; t++) {
            int sum = 0;
            for (int k = 0; k < TILES; k++)
                for (int i = t; i < SIDE * SIDE; i += THREADS) {
                    const int at = SIDE * SIDE - 1 - i;
                    sum += in[(k * SIDE + at / SIDE) * width + b * SIDE + at % SIDE] * (i % 5 + 1);
                }
            wrong += out[b * THREADS + t] != sum;
        }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
