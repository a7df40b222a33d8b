// gpu: wrong, racecheck
// The buffer is chosen by a bool that is negated after each pass, but the barrier has gone: reads
// of a pass meet writes of the next one.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 256, PASSES = 7;

__global__ void rotate(const int *in, int *out)
{
    __shared__ int s[2][THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    bool odd = false;
    s[0][tid] = in[gid];
    __syncthreads();
    for (int k = 0; k < PASSES; k++) {
        if (tid >= 64)
            __nanosleep(300);
        s[odd ? 0 : 1][tid] = s[odd ? 1 : 0][(tid + 33) % THREADS]; // expect: shared-race
        odd = !odd;
    }
    out[gid] = s[odd ? 1 : 0][tid];
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
    rotate<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + (i + 33 * PASSES) % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
