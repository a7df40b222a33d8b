// gpu: wrong
// A helper that shifts a segment of a global array reads all and then writes all, but says nothing
// of the next call, which reads what is still being written.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

__device__ void shift(int *segment)
{
    int tid = threadIdx.x;
    int value = segment[(tid + 1) % THREADS]; // expect: global-race
    __syncthreads();
    if (tid >= 32)
        __nanosleep(1000);
    segment[tid] = value;
}

__global__ void shift_twice(int *data)
{
    int *segment = data + blockIdx.x * THREADS;
    shift(segment);
    shift(segment);
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
    shift_twice<<<BLOCKS, THREADS>>>(out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + (i + 2) % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
