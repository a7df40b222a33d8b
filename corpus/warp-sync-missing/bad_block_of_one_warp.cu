// gpu: wrong, racecheck
// The block is a single warp, so it seems as if no barrier were needed at all.
#include "../case.h"

constexpr int THREADS = 32, BLOCKS = 1024;

__global__ void reverse(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 16)
        __nanosleep(2000);
    s[tid] = in[gid];
    out[gid] = s[THREADS - 1 - tid]; // expect: warp-sync-missing
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
    reverse<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 31];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
