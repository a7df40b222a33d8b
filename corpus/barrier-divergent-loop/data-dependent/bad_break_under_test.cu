// gpu: hang
// Threads that have nothing left to add leave the loop by `break`, and the barrier at the end of
// the pass loses half of the block each time.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    s[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (tid >= d)
            break;
        if (tid >= 32)
            __nanosleep(500);
        s[tid] += s[tid + d];
        __syncthreads(); // expect: barrier-divergent-loop
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + tid] = s[0] + tid;
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
        for (int i = 0; i < THREADS; i++)
            wrong += out[b * THREADS + i] != want + i;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
