// expect-none
// expect-proved
// gpu: ok
// flags: --arch=sm_90
// needs: sm_90
// Copies in bulk by cuda::ptx: what is expected of a tile is what is copied.
#include "../case.h"
#include <cuda/barrier>
#include <cuda/ptx>

constexpr int THREADS = 96, BLOCKS = 32, STAGES = 3, TILES = 8;
namespace ptx = cuda::ptx;

__device__ void wait(uint64_t *b, unsigned parity)
{
    while (!ptx::mbarrier_try_wait_parity(b, parity)) {
    }
}

__global__ void ring(const int *in, int *out, int tiles)
{
    __shared__ alignas(128) int tile[STAGES][64];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    const int tid = threadIdx.x;
    const int *input = in + blockIdx.x * tiles * 64;
    if (tid == 0)
        for (int i = 0; i < STAGES; i++) {
            ptx::mbarrier_init(&full[i], 1);
            ptx::mbarrier_init(&empty[i], 64);
        }
    __syncthreads();
    int stage = 0;
    unsigned phase = 0;
    if (tid == 0) {
        for (int k = 0; k < tiles; k++) {
            wait(&empty[stage], phase ^ 1);
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                           &full[stage], 256);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[stage], input + k * 64,
                               256, &full[stage]);
            if (++stage == STAGES) {
                stage = 0;
                phase ^= 1;
            }
        }
    } else if (tid >= 32) {
        int sum = 0;
        for (int k = 0; k < tiles; k++) {
            wait(&full[stage], phase);
            sum += tile[stage][95 - tid];
            ptx::mbarrier_arrive(&empty[stage]);
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
