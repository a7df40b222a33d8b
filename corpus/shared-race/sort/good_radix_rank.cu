// expect-none
// gpu: ok
// The destinations are stored after all threads have read the total.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

__global__ void split(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid], zero = value % 2 == 0;
    s[tid] = zero;
    __syncthreads();
    for (int d = 1; d < THREADS; d *= 2) {
        int left = tid >= d ? s[tid - d] : 0;
        __syncthreads();
        s[tid] += left;
        __syncthreads();
    }
    if (tid < 96)
        __nanosleep(2000);
    int total = s[THREADS - 1];
    int rank = s[tid] - zero;
    __syncthreads();
    s[tid] = zero ? rank : total + tid - rank;
    __syncthreads();
    out[gid] = s[tid ^ 1] * 1000 + value;
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
    split<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int to[THREADS], at = 0;
        for (int odd = 0; odd < 2; odd++)
            for (int i = 0; i < THREADS; i++)
                if (in[b * THREADS + i] % 2 == odd)
                    to[i] = at++;
        for (int i = 0; i < THREADS; i++)
            wrong += out[b * THREADS + i] != to[i ^ 1] * 1000 + in[b * THREADS + i];
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
