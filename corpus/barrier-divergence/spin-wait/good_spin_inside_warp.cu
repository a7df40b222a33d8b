// expect-none
// gpu: ok
// All lanes pass the barrier; then the last one waits for the flag of the first.
#include "../../case.h"

constexpr int THREADS = 64, BLOCKS = 64;

__global__ void last_lane_waits(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int ready[THREADS / 32];
    int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    int gid = blockIdx.x * THREADS + tid;
    if (lane == 0)
        ready[warp] = 0;
    s[tid] = in[gid];
    __syncthreads();
    int value = s[tid ^ 1];
    __syncthreads();
    if (lane == 31) {
        while (atomicAdd(&ready[warp], 0) == 0)
            __nanosleep(100);
    } else {
        if (lane == 0)
            atomicExch(&ready[warp], 1);
    }
    out[gid] = value;
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
    last_lane_waits<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 1];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
