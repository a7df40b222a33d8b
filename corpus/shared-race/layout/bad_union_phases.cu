// gpu: wrong, racecheck
// A union holds floats in one phase and ints in the next. The ints are written while other warps
// still read the floats: different members, the same bytes.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

union Scratch {
    float real[THREADS];
    int whole[THREADS];
};

__global__ void phases(const int *in, int *out)
{
    __shared__ Scratch scratch;
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    scratch.real[tid] = 0.5f * in[gid];
    __syncthreads();
    if (tid >= 128)
        __nanosleep(3000);
    float half = scratch.real[tid ^ 128];
    scratch.whole[tid] = static_cast<int>(2.0f * half); // expect: shared-race
    __syncthreads();
    out[gid] = scratch.whole[tid ^ 1];
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
    phases<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 129];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
