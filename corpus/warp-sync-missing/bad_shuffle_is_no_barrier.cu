// gpu: racecheck
// A shuffle meets all lanes, but it orders no memory: the stores before it need not be visible to
// the loads after it.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__global__ void mix(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    s[tid] = value;
    int first = __shfl_sync(0xffffffffu, value, 0);
    out[gid] = first + s[tid ^ 1]; // expect: warp-sync-missing
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
    mix<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % 32] + in[i ^ 1];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
