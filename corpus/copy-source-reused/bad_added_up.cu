// gpu: wrong
// flags: --arch=sm_90
// needs: sm_90
// The copy engine adds a tile to the totals; the wait leaves that one copy open.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 64, TILES = 16, N = 4096;

#define ADDRESS(b) ((unsigned)__cvta_generic_to_shared(&(b)))

__global__ void totals(int *out, int n)
{
    __shared__ alignas(128) int tile[N];
    for (int k = 0; k < n; k++) {
        for (int i = threadIdx.x; i < N; i += THREADS)
            tile[i] = i % 7 + k; // expect: copy-source-reused
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;"
                         ::"l"(out), "r"(ADDRESS(tile)), "n"(N * 4)
                         : "memory");
            asm volatile("cp.async.bulk.commit_group;" ::: "memory");
            asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

int main()
{
    int *out;
    need(cudaMallocManaged(&out, N * sizeof(int)));
    for (int i = 0; i < N; i++)
        out[i] = 0;
    totals<<<BLOCKS, THREADS>>>(out, TILES);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += out[i] != BLOCKS * (TILES * (i % 7) + TILES * (TILES - 1) / 2);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
