// expect-none
// gpu: ok
// The vote is followed by the warp barrier.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__global__ void pack(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x, lane = tid % 32;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    unsigned int odd = __ballot_sync(0xffffffffu, in[gid] % 2);
    __syncwarp();
    out[gid] = s[tid ^ 16] + (odd >> lane & 1);
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
