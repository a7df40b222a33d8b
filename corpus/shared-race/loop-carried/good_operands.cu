// expect-none
// expect-proved
// gpu: ok
// flags: --arch=sm_90
// nvcc: -gencode=arch=compute_90a,code=sm_90a
// needs: sm_90
// Threads write the operands that the tensor core reads, again and again: all have waited for it before.
#include "../../case.h"
#include <cuda_fp16.h>

constexpr int BLOCKS = 64, TILES = 64, THREADS = 256;

#define ADDRESS(b) ((unsigned)__cvta_generic_to_shared(&(b)))
#define FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
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
    __shared__ alignas(128) half a[64 * 16], b[8 * 16];
    const int tid = threadIdx.x;
    float d[4] = {};
    for (int k = 0; k < n; k++) {
        for (int i = tid; i < 64 * 16; i += THREADS)
            a[i] = left[k * 64 * 16 + i];
        if (tid < 8 * 16)
            b[tid] = right[k * 8 * 16 + tid];
        FENCE();
        __syncthreads();
        GROUP_FENCE();
        MULTIPLY(d, described(a), described(b));
        GROUP_COMMIT();
        GROUP_WAIT(0);
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        out[blockIdx.x * 1024 + i * THREADS + tid] = d[i];
}

int main()
{
    half *a, *b;
    float *out, sum = 0;
    need(cudaMallocManaged(&a, TILES * 64 * 16 * sizeof(half)));
    need(cudaMallocManaged(&b, TILES * 8 * 16 * sizeof(half)));
    need(cudaMallocManaged(&out, BLOCKS * 1024 * sizeof(float)));
    for (int k = 0; k < TILES; k++) {
        for (int i = 0; i < 64 * 16; i++)
            a[k * 64 * 16 + i] = __float2half((float)(k % 7));
        for (int i = 0; i < 8 * 16; i++)
            b[k * 8 * 16 + i] = __float2half((float)(k % 5 - 2));
        sum += (float)(16 * (k % 7) * (k % 5 - 2));
    }
    for (int i = 0; i < BLOCKS * 1024; i++)
        out[i] = -1;
    product<<<BLOCKS, THREADS>>>(a, b, out, TILES);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < BLOCKS * 1024; i++)
        wrong += out[i] != sum;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
