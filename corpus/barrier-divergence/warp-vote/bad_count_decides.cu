// gpu: wrong, racecheck, synccheck
// The number of lanes that ask for the step is counted per warp; a step of the whole block needs
// the block's count.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void step_if_many(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    s[tid] = value;
    int asking = __popc(__ballot_sync(0xffffffffu, value > 500));
    if (asking > 16) {
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
    step_if_many<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    const int group = 32;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int asking = 0;
        for (int k = i - i % group; k < i - i % group + group; k++)
            asking += in[k] > 500;
        wrong += out[i ^ (THREADS - 1)] != (2 * asking > group ? in[i ^ 1] : in[i]);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
