// expect-none
// gpu: ok
// The barrier with a result is evaluated by all threads in each test of the condition.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 64;

__global__ void countdown(const int *in, int *out)
{
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int left = in[gid] % 20;
    int passes = 0;
    while (__syncthreads_or(left > 5)) {
        left--;
        passes++;
    }
    result[tid] = passes;
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
    countdown<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int most = 0;
        for (int t = 0; t < THREADS; t++)
            most = in[b * THREADS + t] % 20 > most ? in[b * THREADS + t] % 20 : most;
        int passes = most > 5 ? most - 5 : 0;
        for (int t = 0; t < THREADS; t++) {
            int own = in[b * THREADS + t] % 20;
            wrong += out[b * THREADS + THREADS - 1 - t] != passes + 0 * own;
        }
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
