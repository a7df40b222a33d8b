// expect-none
// gpu: ok
// The barrier stands before the even/odd test, so the whole block meets at the same call and only
// the reads differ between the arms.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void swap_pairs(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 128)
        __nanosleep(4000);
    s[tid] = in[gid];
    __syncthreads();
    if (tid % 2 == 0)
        out[gid] = s[tid + 1];
    else
        out[gid] = s[tid - 1];
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
    swap_pairs<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 1];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
