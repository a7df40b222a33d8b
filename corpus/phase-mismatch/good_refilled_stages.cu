// expect-none
// expect-proved
// gpu: ok
// flags: --arch=sm_90
// needs: sm_90
// A prologue fills the first stages; one lane fills the next when all have gone on.
#include "../case.h"
#include <cuda/barrier>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
constexpr int THREADS = 128, BLOCKS = 32, STAGES = 3, TILES = 8;

__device__ void wait(uint64_t *b, unsigned parity)
{
    while (!ptx::mbarrier_try_wait_parity(b, parity)) {
    }
}

__device__ void fill(int *tile, const int *in, uint64_t *full)
{
    constexpr unsigned bytes = THREADS * sizeof(int);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, full, bytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, bytes, full);
}

__global__ void add_tiles(const int *in, int *out, int tiles)
{
    __shared__ alignas(128) int tile[STAGES][THREADS];
    __shared__ uint64_t full[STAGES];
    const int tid = threadIdx.x;
    const int *input = in + blockIdx.x * tiles * THREADS;
    if (tid == 0)
        for (int i = 0; i < STAGES; i++)
            ptx::mbarrier_init(&full[i], 1);
    __syncthreads();
    if (tid == 0)
        for (int k = 0; k < STAGES - 1; k++)
            if (k < tiles)
                fill(tile[k], input + k * THREADS, &full[k]);
    int sum = 0;
    for (int k = 0; k < tiles; k++) {
        wait(&full[k % STAGES], k / STAGES & 1);
        __syncthreads();
        const int next = k + STAGES - 1;
        if (tid == 0 && next < tiles)
            fill(tile[next % STAGES], input + next * THREADS, &full[next % STAGES]);
        sum += tile[k % STAGES][THREADS - 1 - tid];
    }
    out[blockIdx.x * THREADS + tid] = sum;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * TILES * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n * TILES; i++)
        in[i] = (i * 7919) % 1000;
    for (int i = 0; i < n; i++)
        out[i] = -1;
    add_tiles<<<BLOCKS, THREADS>>>(in, out, TILES);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k < TILES; k++)
            sum += in[(i / THREADS * TILES + k) * THREADS + THREADS - 1 - i % THREADS];
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
