// expect-none
// gpu: ok
// One cg::sync(block) in front of the two arms.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include "../../case.h"

namespace cg = cooperative_groups;
constexpr int THREADS = 128, BLOCKS = 512;

__global__ void both(const int *in, int *out)
{
    __shared__ int s[THREADS];
    auto block = cg::this_thread_block();
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 32)
        __nanosleep(3000);
    s[tid] = in[gid];
    cg::sync(block);
    if (tid & 1) {
        out[gid] = s[THREADS - 1 - tid];
    } else {
        out[gid] = -s[THREADS - 1 - tid];
    }
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
    both<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (i % 2 ? 1 : -1) * in[i - i % THREADS + THREADS - 1 - i % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
