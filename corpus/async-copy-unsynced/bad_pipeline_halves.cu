// gpu: racecheck, synccheck
// flags: --arch=sm_80
// needs: sm_80
// Half of the block copies tiles into the stages of a pipeline, the other half reads them
// when they have released them.
#include "../case.h"
#include <cooperative_groups.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
constexpr int HALF = 128, BLOCKS = 64, STAGES = 3, TILES = 16;

__global__ void add_tiles(const int *in, int *out)
{
    __shared__ int tile[STAGES][HALF];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    cg::thread_block block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state, (size_t)HALF);
    const int *input = in + blockIdx.x * TILES * HALF;
    const int rank = threadIdx.x % HALF;
    if (threadIdx.x < HALF) {
        for (int k = 0; k < TILES; k++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[k % STAGES][rank], &input[k * HALF + rank], sizeof(int), pipe);
            pipe.producer_commit();
        }
    } else {
        int sum = 0;
        for (int k = 0; k < TILES; k++) {
            pipe.consumer_wait();
            pipe.consumer_release();
            sum += tile[k % STAGES][HALF - 1 - rank]; // expect: async-copy-unsynced
        }
        out[blockIdx.x * HALF + rank] = sum;
    }
    pipe.quit();
}

int main()
{
    const int n = BLOCKS * HALF;
    int *in, *out;
    need(cudaMallocManaged(&in, n * TILES * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n * TILES; i++)
        in[i] = (i * 7919) % 1000;
    for (int i = 0; i < n; i++)
        out[i] = -1;
    add_tiles<<<BLOCKS, 2 * HALF>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k < TILES; k++)
            sum += in[(i / HALF * TILES + k) * HALF + HALF - 1 - i % HALF];
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
