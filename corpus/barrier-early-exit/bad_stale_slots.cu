// gpu: wrong
// Threads beyond the end return between two rounds. The barrier does not wait for them, and their
// slots keep the values of the first round, which the others read in the second.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 40;

__global__ void two_rounds(const int *in, int *out, int n)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = tid + 1;
    __syncthreads();
    int weight = s[tid ^ 1];
    __syncthreads();
    if (gid >= n)
        return;
    s[tid] = weight * in[gid];
    __syncthreads(); // expect: barrier-early-exit
    out[gid] = s[tid] + s[tid ^ 64];
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
    const int used = n - 50;
    two_rounds<<<BLOCKS, THREADS>>>(in, out, used);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < used; i++) {
        int mine = (i % THREADS ^ 1) + 1, other = ((i ^ 64) % THREADS ^ 1) + 1;
        wrong += out[i] != mine * in[i] + ((i ^ 64) < used ? other * in[i ^ 64] : 0);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
