// gpu: wrong
// A counter kept with atomics is read plainly by all threads with no barrier after the counting.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void share(const int *in, int *out)
{
    __shared__ int count;
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid == 0)
        count = 0;
    __syncthreads();
    if (tid >= 128)
        __nanosleep(3000);
    if (in[gid] > 500)
        atomicAdd(&count, 1);
    out[gid] = count; // expect: shared-race
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
    share<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            want += in[i] > 500;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
