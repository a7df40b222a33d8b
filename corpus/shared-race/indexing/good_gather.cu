// expect-none
// gpu: ok
// The gather follows a barrier, so any position will do.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void gather(const int *in, const int *position, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 32)
        __nanosleep(3000);
    s[tid] = in[gid];
    __syncthreads();
    out[gid] = s[position[gid]];
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
    int *position;
    need(cudaMallocManaged(&position, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        position[i] = i * 37 % THREADS;
    gather<<<BLOCKS, THREADS>>>(in, position, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + position[i]];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
