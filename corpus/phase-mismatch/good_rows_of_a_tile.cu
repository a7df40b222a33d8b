// expect-none
// expect-proved
// gpu: racecheck
// flags: --arch=sm_90
// needs: sm_90
// One arrival expects a tile, which a loop copies row by row.
#include "../case.h"
#include <cuda/barrier>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
constexpr int THREADS = 160, BLOCKS = 32, STAGES = 4, ROWS = 8, COLUMNS = 64, TILES = 8;
constexpr int TILE = ROWS * COLUMNS;

__device__ void wait(uint64_t *b, unsigned parity)
{
    while (!ptx::mbarrier_try_wait_parity(b, parity)) {
    }
}

__global__ void add_tiles(const int *in, int *out, int tiles)
{
    __shared__ alignas(128) int tile[STAGES][ROWS][COLUMNS];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    const int tid = threadIdx.x;
    const int *input = in + blockIdx.x * tiles * TILE;
    if (tid == 0)
        for (int i = 0; i < STAGES; i++) {
            ptx::mbarrier_init(&full[i], 1);
            ptx::mbarrier_init(&empty[i], 4);
        }
    __syncthreads();
    int stage = 0;
    unsigned phase = 0;
    if (tid == 128) {
        for (int k = 0; k < tiles; k++) {
            wait(&empty[stage], phase ^ 1);
            constexpr unsigned bytes = TILE * sizeof(int);
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[stage], bytes);
            for (int r = 0; r < ROWS; r++)
                ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[stage][r],
                                   input + k * TILE + r * COLUMNS, COLUMNS * sizeof(int), &full[stage]);
            if (++stage == STAGES) {
                stage = 0;
                phase ^= 1;
            }
        }
    } else if (tid < 128) {
        int sum = 0;
        for (int k = 0; k < tiles; k++) {
            wait(&full[stage], phase);
            for (int i = tid; i < TILE; i += 128)
                sum += tile[stage][i / COLUMNS][i % COLUMNS];
            __syncwarp();
            if (tid % 32 == 0)
                ptx::mbarrier_arrive(&empty[stage]);
            if (++stage == STAGES) {
                stage = 0;
                phase ^= 1;
            }
        }
        out[blockIdx.x * 128 + tid] = sum;
    }
}

int main()
{
    const int n = BLOCKS * TILES * TILE;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * 128 * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    for (int i = 0; i < BLOCKS * 128; i++)
        out[i] = -1;
    add_tiles<<<BLOCKS, THREADS>>>(in, out, TILES);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < BLOCKS * 128; i++) {
        int sum = 0;
        for (int k = i % 128; k < TILES * TILE; k += 128)
            sum += in[i / 128 * TILES * TILE + k];
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
