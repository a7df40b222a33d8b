// gpu: wrong
// Thread 0 stores a value for its block in global memory, and all threads of the block load it
// without a barrier.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__global__ void offsets(const int *in, int *slot, int *out)
{
    int gid = blockIdx.x * THREADS + threadIdx.x;
    if (threadIdx.x == 0) {
        __nanosleep(3000);
        slot[blockIdx.x] = in[gid] + 7;
    }
    out[gid] = slot[blockIdx.x] + in[gid]; // expect: global-race
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
    int *slot;
    need(cudaMallocManaged(&slot, BLOCKS * sizeof(int)));
    offsets<<<BLOCKS, THREADS>>>(in, slot, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS] + 7 + in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
