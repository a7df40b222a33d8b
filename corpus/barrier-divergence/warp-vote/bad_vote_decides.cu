// gpu: wrong, racecheck, synccheck
// A warp vote gives one answer per warp, not per block: some warps enter the branch with the
// barrier while others pass it by.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void rare_work(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    if (tid >= 32)
        __nanosleep(2000);
    if (__any_sync(0xffffffffu, value > 980)) {
        s[tid] = value;
        __syncthreads(); // expect: barrier-divergence
        value = s[tid ^ 1];
    }
    result[tid] = value;
    __syncthreads();
    out[gid] = result[THREADS - 1 - tid];
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
    rare_work<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    const int group = 32;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        bool any = false;
        for (int k = i - i % group; k < i - i % group + group; k++)
            any = any || in[k] > 980;
        wrong += out[i ^ (THREADS - 1)] != (any ? in[i ^ 1] : in[i]);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
