// gpu: hang
// Each thread makes as many passes as its own number says, with a barrier in each.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void prefix(const int *in, int *out)
{
    __shared__ int current;
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int sum = in[gid];
    for (int k = 0; k < tid; k++) {
        if (tid == THREADS - 1)
            current = in[blockIdx.x * THREADS + k];
        __syncthreads(); // expect: barrier-divergent-loop
        sum += current;
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
    prefix<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        sum = i % THREADS ? sum + in[i] : in[i];
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
