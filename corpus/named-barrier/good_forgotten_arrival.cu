// expect-none
// gpu: ok
// Both producers report.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void produce_and_use(const int *in, int *out)
{
    __shared__ int s[64];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid < 64) {
        s[tid] = 3 * in[gid];
        asm volatile("bar.arrive 1, 128;" ::: "memory");
        out[gid] = 0;
    } else {
        asm volatile("bar.sync 1, 128;" ::: "memory");
        out[gid] = s[tid - 64];
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
    produce_and_use<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (i % THREADS < 64 ? 0 : 3 * in[i - 64]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
