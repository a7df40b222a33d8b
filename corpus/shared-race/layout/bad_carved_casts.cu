// gpu: wrong, racecheck
// Dynamic shared memory carved by casts: doubles, then ints, then bytes. The ints are read without
// a barrier after their writing.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

__global__ void regions(const int *in, int *out)
{
    extern __shared__ double raw[];
    double *large = raw;
    int *middle = reinterpret_cast<int *>(large + THREADS);
    unsigned char *small = reinterpret_cast<unsigned char *>(middle + THREADS);
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    large[tid] = in[gid];
    __syncthreads();
    if (tid >= 32)
        __nanosleep(3000);
    middle[tid] = static_cast<int>(large[tid ^ 1]);
    small[tid] = in[gid] & 127;
    out[gid] = middle[tid ^ 64] + small[tid]; // expect: shared-race
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
    regions<<<BLOCKS, THREADS, THREADS * (sizeof(double) + sizeof(int) + 1)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 65] + (in[i] & 127);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
