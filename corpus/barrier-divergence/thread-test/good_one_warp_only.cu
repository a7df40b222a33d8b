// expect-none
// gpu: ok
// The first warp works alone and orders its own accesses with __syncwarp().
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void warp_reverse(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    if (tid / 32 == 0) {
        s[tid] = value;
        __syncwarp();
        value = s[31 - tid];
    }
    result[tid] = value;
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
    warp_reverse<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] !=
                 (i % THREADS < 32 ? in[i - i % 32 + 31 - i % 32] : in[i]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
