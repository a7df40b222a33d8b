// gpu: wrong, racecheck
// The warp waits between the store and the loads, but not between the loads and the next store:
// half of the rule is no rule.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 256, PASSES = 8;

__global__ void turns(const int *in, int *out)
{
    __shared__ int slot[THREADS / 32];
    int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    int gid = blockIdx.x * THREADS + tid;
    int sum = 0;
    for (int k = 0; k < PASSES; k++) {
        if (lane == k)
            slot[warp] = in[gid]; // expect: warp-sync-missing
        __syncwarp();
        if (lane > 16)
            __nanosleep(500);
        sum += slot[warp];
    }
    out[gid] = sum;
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
    turns<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int want = 0;
        for (int k = 0; k < PASSES; k++)
            want += in[i - i % 32 + k];
        wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
