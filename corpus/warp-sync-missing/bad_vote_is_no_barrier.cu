// gpu: racecheck
// A vote in the place of a warp barrier: the lanes agree on a bit, their memory is not ordered.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__global__ void pack(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x, lane = tid % 32;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    unsigned int odd = __ballot_sync(0xffffffffu, in[gid] % 2);
    out[gid] = s[tid ^ 16] + (odd >> lane & 1); // expect: warp-sync-missing
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
    pack<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 16] + in[i] % 2;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
