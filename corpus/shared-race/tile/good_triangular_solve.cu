// expect-none
// gpu: ok
// Each pass: solve one unknown, barrier, subtract it everywhere, barrier.
#include "../../case.h"

constexpr int THREADS = 64, BLOCKS = 256;

__global__ void solve(const int *in, int *out)
{
    __shared__ int b[THREADS];
    __shared__ int solved;
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    b[tid] = in[gid];
    __syncthreads();
    for (int k = 0; k < THREADS; k++) {
        if (tid == k) {
            __nanosleep(200);
            solved = b[k] % 100;
        }
        __syncthreads();
        if (tid > k)
            b[tid] -= solved;
        __syncthreads();
    }
    out[gid] = b[tid];
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
    solve<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int *row = in + b * THREADS;
        for (int k = 0; k < THREADS; k++)
            for (int i = k + 1; i < THREADS; i++)
                row[i] -= row[k] % 100;
        for (int i = 0; i < THREADS; i++)
            wrong += out[b * THREADS + i] != row[i];
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
