// expect-none
// gpu: ok
// The passes with two barriers each: after reading and after writing.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 256, PASSES = 5;

__global__ void smooth(int *data)
{
    int tid = threadIdx.x;
    int base = blockIdx.x * THREADS;
    for (int k = 0; k < PASSES; k++) {
        int sum = data[base + tid] + data[base + (tid + 1) % THREADS];
        __syncthreads();
        if (tid >= 32)
            __nanosleep(500);
        data[base + tid] = sum / 2;
        __syncthreads();
    }
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
    for (int i = 0; i < n; i++)
        out[i] = in[i];
    smooth<<<BLOCKS, THREADS>>>(out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int *row = in + b * THREADS;
        for (int k = 0; k < PASSES; k++) {
            int first = row[0];
            for (int i = 0; i < THREADS; i++)
                row[i] = (row[i] + (i + 1 < THREADS ? row[i + 1] : first)) / 2;
        }
        for (int i = 0; i < THREADS; i++)
            wrong += out[b * THREADS + i] != row[i];
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
