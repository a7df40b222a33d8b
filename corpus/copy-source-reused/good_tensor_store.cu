// expect-none
// expect-proved
// gpu: ok
// flags: --arch=sm_90
// needs: sm_90
// Tiles are copied out by the description of a tensor, from one buffer: each is waited for before the next is
// written.
#include "../case.h"
#include <cuda.h>

constexpr int SIDE = 32, BLOCKS = 64, TILES = 16, THREADS = 256;

#define ADDRESS(b) ((unsigned)__cvta_generic_to_shared(&(b)))
#define FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define STORE(map, x, y, from)                                                                     \
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::  \
                     "l"(&(map)),                                                                  \
                 "r"(ADDRESS(from)), "r"(x), "r"(y)                                                \
                 : "memory")
#define COMMIT() asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#define WAIT_READ(n) asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(n) : "memory")

__global__ void tiles(const __grid_constant__ CUtensorMap map, int n)
{
    __shared__ alignas(128) int tile[SIDE * SIDE];
    for (int k = 0; k < n; k++) {
        for (int i = threadIdx.x; i < SIDE * SIDE; i += THREADS)
            tile[i] = i * 3 + k;
        FENCE();
        __syncthreads();
        if (threadIdx.x == 0) {
            STORE(map, (int)blockIdx.x * SIDE, k * SIDE, tile);
            COMMIT();
            WAIT_READ(0);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        WAIT_READ(0);
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
    int *out;
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        out[i] = -1;
    tiles<<<BLOCKS, THREADS>>>(map_of(out, width, height), TILES);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wrong += out[y * width + x] != (y % SIDE * SIDE + x % SIDE) * 3 + y / SIDE;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
