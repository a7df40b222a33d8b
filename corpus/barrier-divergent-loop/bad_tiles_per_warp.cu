// gpu: unobserved
// The tiles are dealt out to the warps, and the loop over them contains a block barrier: the
// warps make different numbers of passes.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static void need(cudaError_t error)
{
    if (error != cudaSuccess) {
        printf("ERROR %s\n", cudaGetErrorString(error));
        exit(2);
    }
}

constexpr int THREADS = 256, WARPS = THREADS / 32, BLOCKS = 128;

__global__ void tiles(const int *in, int *out, int count)
{
    __shared__ int s[WARPS][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int t = warp; t < count; t += WARPS) {
        int at = (blockIdx.x * count + t) * 32;
        s[warp][lane] = in[at + lane];
        __syncthreads(); // expect: barrier-divergent-loop
        out[at + lane] = s[warp][31 - lane];
        __syncthreads();
    }
}

int main()
{
    const int count = 21, n = BLOCKS * count * 32;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = i;
    tiles<<<BLOCKS, THREADS>>>(in, out, count);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (i ^ 31);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
