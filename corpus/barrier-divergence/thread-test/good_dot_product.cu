// expect-none
// expect-proved
// gpu: ok
// The textbook dot product: the threads that have nothing to add in a pass still come to the
// barrier at its end.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 64;

__global__ void dot(const int *a, const int *b, int *c, int n)
{
    __shared__ int cache[THREADS];
    int cacheIndex = threadIdx.x;
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[cacheIndex] = sum;
    __syncthreads();
    for (int i = THREADS / 2; i != 0; i /= 2) {
        if (cacheIndex < i) {
            if (cacheIndex >= 32)
                __nanosleep(1000);
            cache[cacheIndex] += cache[cacheIndex + i];
        }
        __syncthreads();
    }
    if (cacheIndex == 0)
        c[blockIdx.x] = cache[0];
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
    dot<<<BLOCKS, THREADS>>>(in, in, out, n);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < THREADS; i++)
            want += in[b * THREADS + i] * in[b * THREADS + i];
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
