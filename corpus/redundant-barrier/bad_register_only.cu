// gpu: ok
// flags: --checks=*
// A kernel that uses no shared memory and shares no global element has a barrier nevertheless.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 64;

__global__ void square(const int *__restrict__ in, int *__restrict__ out)
{
    int tid = threadIdx.x;
    int base = blockIdx.x * THREADS;
    int value = in[base + tid];
    __syncthreads(); // expect: redundant-barrier
    out[base + tid] = value * value;
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
    square<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i] * in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
