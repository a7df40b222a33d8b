// gpu: wrong, racecheck
// Tree reduction by ranges without the barrier between the loads and the first pass.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int data[THREADS];
    int tid = threadIdx.x;
    if (tid >= 128)
        __nanosleep(3000);
    data[tid] = in[blockIdx.x * blockDim.x + tid];
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            data[tid] += data[tid + s]; // expect: shared-race
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = data[0];
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        in[i] = (i * 7919) % 1000;
        out[i] = -1;
    }
    block_sum<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < THREADS; i++)
            want += in[b * THREADS + i];
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
