// gpu: wrong
// The return stands between two barriers: the first one has the whole block, the second has not.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void two_rounds(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    __syncthreads();
    int value = s[tid ^ 1];
    if (value % 16 == 0)
        return;
    __syncthreads(); // expect: barrier-early-exit
    if (tid >= 32)
        __nanosleep(1000);
    s[tid] = value + 1;
    __syncthreads();
    out[gid] = s[tid ^ 1];
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
    two_rounds<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (in[i ^ 1] % 16 == 0 ? -1 : in[i] + 1);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
