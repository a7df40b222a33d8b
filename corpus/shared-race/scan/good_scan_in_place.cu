// expect-none
// expect-proved
// gpu: ok
// Hillis-Steele scan in one buffer: read, barrier, write, barrier.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void scan(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    __syncthreads();
    for (int d = 1; d < THREADS; d *= 2) {
        if (tid >= 64)
            __nanosleep(300);
        int left = tid >= d ? s[tid - d] : 0;
        __syncthreads();
        s[tid] += left;
        __syncthreads();
    }
    out[gid] = s[tid];
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
    scan<<<BLOCKS, THREADS>>>(in, out);
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
