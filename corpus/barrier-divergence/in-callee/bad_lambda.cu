// gpu: wrong, racecheck, synccheck
// The barrier is inside a lambda that only some of the threads call.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__global__ void mirror(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    auto exchange = [&](int other) {
        __syncthreads(); // expect: barrier-divergence
        return s[other];
    };
    if (tid >= 64)
        __nanosleep(3000);
    s[tid] = in[gid];
    result[tid] = 0;
    if (tid < 64)
        result[tid] = exchange(THREADS - 1 - tid);
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
    mirror<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] !=
                 (i % THREADS < 64 ? in[i - i % THREADS + THREADS - 1 - i % THREADS] : 0);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
