// expect-none
// gpu: ok
// A thread that has found its value remembers it and goes on to the end of the loop.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64, PASSES = 8;

__global__ void find(const int *in, int *out, int key)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int found = -1;
    for (int k = 0; k < PASSES; k++) {
        s[tid] = in[gid] + k;
        __syncthreads();
        int value = s[(tid + 1) % THREADS];
        __syncthreads();
        if (value % PASSES == key)
            found = k;
    }
    out[gid] = found;
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
    find<<<BLOCKS, THREADS>>>(in, out, 5);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != ((5 - in[i - i % THREADS + (i + 1) % THREADS]) % 8 + 8) % 8;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
