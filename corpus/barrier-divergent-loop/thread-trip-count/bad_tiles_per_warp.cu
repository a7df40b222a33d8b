// gpu: wrong, synccheck
// The tiles are dealt out to the warps, and the loop over them contains a block barrier: the
// warps make different numbers of passes.
#include "../../case.h"

constexpr int THREADS = 256, WARPS = THREADS / 32, BLOCKS = 128;

__global__ void tiles(const int *in, int *out, int count)
{
    __shared__ int s[WARPS][32];
    __shared__ int total[THREADS];
    int tid = threadIdx.x, warp = tid / 32, lane = tid % 32, sum = 0;
    for (int t = warp; t < count; t += WARPS) {
        int at = (blockIdx.x * count + t) * 32;
        s[warp][lane] = in[at + lane];
        __syncthreads(); // expect: barrier-divergent-loop
        sum += s[warp][31 - lane];
        __syncthreads();
    }
    total[tid] = sum;
    __syncthreads();
    out[blockIdx.x * THREADS + tid] = total[THREADS - 1 - tid];
}

int main()
{
    const int count = 21, n = BLOCKS * count * 32;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * THREADS * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = i;
    tiles<<<BLOCKS, THREADS>>>(in, out, count);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++)
        for (int tid = 0; tid < THREADS; tid++) {
            int want = 0;
            for (int t = tid / 32; t < count; t += WARPS)
                want += in[(b * count + t) * 32 + 31 - tid % 32];
            wrong += out[b * THREADS + THREADS - 1 - tid] != want;
        }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
