// gpu: wrong, racecheck
// Interleaved tree reduction without the barrier at the end of the pass: the next pass adds
// partial sums that other warps may not have stored yet.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    s[tid] = in[blockIdx.x * THREADS + tid];
    __syncthreads();
    for (int d = 1; d < THREADS; d *= 2) {
        if (tid >= 32)
            __nanosleep(300);
        if (tid % (2 * d) == 0)
            s[tid] += s[tid + d]; // expect: shared-race
    }
    if (tid == 0)
        out[blockIdx.x] = s[0];
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
