// expect-none
// gpu: ok
// An array of structs: one member is rewritten while other warps read the other member. Different
// bytes of the same element need no barrier.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

struct Entry {
    int key;
    int value;
};

__global__ void update(const int *in, int *out)
{
    __shared__ Entry entries[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    entries[tid].key = in[gid];
    entries[tid].value = 3 * in[gid];
    __syncthreads();
    if (tid < 128)
        __nanosleep(3000);
    int key = entries[tid ^ 128].key;
    entries[tid].value = key + 1;
    __syncthreads();
    out[gid] = entries[tid ^ 1].value;
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
    update<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 129] + 1;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
