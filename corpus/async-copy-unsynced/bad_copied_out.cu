// gpu: ok
// flags: --arch=sm_90
// needs: sm_90
// What was copied out is changed when the copy has read its source, perhaps before it is written.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 64, TILES = 16, N = 4096;

#define ADDRESS(b) ((unsigned)__cvta_generic_to_shared(&(b)))
#define FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define COPY(to, from, bytes)                                                                      \
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),          \
                 "r"(ADDRESS(from)), "n"(bytes)                                                    \
                 : "memory")
#define COMMIT() asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#define WAIT_READ(n) asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(n) : "memory")

__global__ void tiles(int *out, int n)
{
    __shared__ alignas(128) int tile[N];
    for (int k = 0; k < n; k++) {
        for (int i = threadIdx.x; i < N; i += THREADS)
            tile[i] = i * 3 + k;
        FENCE();
        __syncthreads();
        if (threadIdx.x == 0) {
            COPY(out + (blockIdx.x * n + k) * N, tile, N * 4);
            COMMIT();
            WAIT_READ(0);
        }
        __syncthreads();
        for (int i = threadIdx.x; i < N; i += THREADS)
            out[(blockIdx.x * n + k) * N + i] += 1; // expect: async-copy-unsynced
    }
}

int main()
{
    const int n = BLOCKS * TILES * N;
    int *out;
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        out[i] = -1;
    tiles<<<BLOCKS, THREADS>>>(out, TILES);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != i % N * 3 + i / N % TILES + 1;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
