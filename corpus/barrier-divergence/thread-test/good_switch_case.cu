// expect-none
// gpu: ok
// The barrier stands in front of the switch on the thread number.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void roles(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid >= 32)
        __nanosleep(3000);
    s[tid] = in[gid];
    int value = 0;
    __syncthreads();
    switch (tid % 4) {
    case 0:
        value = s[(tid + 64) % THREADS];
        break;
    case 1:
        value = 1;
        break;
    case 2:
        value = 2;
        break;
    default:
        break;
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
    roles<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] !=
                 (i % 4 == 0 ? in[i - i % THREADS + (i + 64) % THREADS] : i % 4 == 3
                           ? 0 : i % 4);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
