// gpu: wrong, racecheck
// "Repeat until nothing changes", with the shared flag reset at the head of the pass and tested
// at its end, without a barrier in between the test and the reset. A slow thread may find the
// flag of the next pass.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 128;

__global__ void settle(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int changed;
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    do {
        if (tid == 0)
            changed = 0; // expect: shared-race
        __syncthreads(); // expect: barrier-divergent-loop
        int left = tid > 0 ? s[tid - 1] : 0;
        bool larger = left > s[tid];
        __syncthreads();
        if (larger) {
            s[tid] = left;
            atomicOr(&changed, 1);
        }
        __syncthreads();
        if (tid >= 64)
            __nanosleep(500);
    } while (changed);
    out[gid] = s[tid];
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
    settle<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0, most = 0; i < n; i++) {
        most = i % THREADS && most > in[i] ? most : in[i];
        wrong += out[i] != most;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
