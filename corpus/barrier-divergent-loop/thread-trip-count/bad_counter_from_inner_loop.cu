// gpu: wrong
// A first loop without barrier counts something per thread; the second loop, with a barrier, runs
// that many times. The counter holds only constants and increments, but the number of passes of
// the first loop already differed.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void digits(const int *in, int *out, int largest)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int count = 0;
    for (int rest = in[gid]; rest > 0; rest /= 10)
        count++;
    int value = in[gid];
    for (int k = 0; k < count; k++) {
        s[tid] = value;
        __syncthreads(); // expect: barrier-divergent-loop
        value = s[(tid + 1) % THREADS];
        __syncthreads();
    }
    out[gid] = value;
}

static int shifted(const int *in, int i)
{
    int count = 0;
    for (int rest = in[i]; rest > 0; rest /= 10)
        count++;
    return in[i - i % THREADS + (i + count) % THREADS];
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
    digits<<<BLOCKS, THREADS>>>(in, out, 999);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != shifted(in, i);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
