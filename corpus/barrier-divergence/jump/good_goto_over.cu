// expect-none
// gpu: ok
// The goto is decided by the block number: the whole block jumps over the barrier or none of it.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void jump(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = 3;
    if (blockIdx.x % 2 == 1)
        goto join;
    if (tid >= 64)
        __nanosleep(3000);
    s[tid] = in[gid];
    __syncthreads();
    value = s[255 - tid];
join:
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
    jump<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] !=
                 (i / THREADS % 2 == 0 ? in[i - i % THREADS + 255 - i % THREADS] : 3);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
