// expect-none
// gpu: ok
// A barrier after the increment lets every thread see the same counter in the next test.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 128;

__global__ void rounds(const int *in, int *out, int limit)
{
    __shared__ int done;
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int sum = 0;
    if (tid == 0)
        done = 0;
    __syncthreads();
    while (done < limit) {
        sum += in[gid];
        __syncthreads();
        if (tid == 0) {
            __nanosleep(1000);
            done++;
        }
        __syncthreads();
    }
    out[gid] = sum;
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
    rounds<<<BLOCKS, THREADS>>>(in, out, 5);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 5 * in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
