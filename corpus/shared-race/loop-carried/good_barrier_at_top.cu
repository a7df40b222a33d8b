// expect-none
// expect-proved
// gpu: ok
// The barrier at the head of each pass and one more after the loop.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    for (int d = THREADS / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < 32)
            __nanosleep(500);
        if (tid < d)
            s[tid] += s[tid + d];
    }
    __syncthreads();
    out[gid] = s[0];
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
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            want += in[i];
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
