// gpu: ok
// All threads write the slot their data name, and the data name each slot once, which the tool cannot
// know. The comment does not say so: its reader has to find out again.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 64;

__global__ void permute(const int *in, const int *slot, int *out)
{
    __shared__ int s[THREADS];
    int gid = blockIdx.x * THREADS + threadIdx.x;
    s[slot[threadIdx.x]] = in[gid]; /* cudasynclint: ignore[shared-race] */ // expect: suppression-reason
    __syncthreads();
    out[gid] = s[threadIdx.x];
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *slot, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&slot, THREADS * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < THREADS; i++)
        slot[i] = (i * 7 + 3) % THREADS;
    for (int i = 0; i < n; i++) {
        in[i] = (i * 7919) % 1000;
        out[i] = -1;
    }
    permute<<<BLOCKS, THREADS>>>(in, slot, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i / THREADS * THREADS + slot[i % THREADS]] != in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
