// gpu: wrong, racecheck, synccheck
// The flag holds constants only, but which constant was chosen under a test of the thread number,
// so the flag is as varied as that test.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void flagged(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int active = 0;
    if (tid % 64 < 32)
        active = 1;
    if (tid >= 32)
        __nanosleep(3000);
    s[tid] = in[gid];
    int value = 4;
    if (active) {
        __syncthreads(); // expect: barrier-divergence
        value = s[(tid + 32) % THREADS];
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
    flagged<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] !=
                 (i % 64 < 32 ? in[i - i % THREADS + (i + 32) % THREADS] : 4);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
