// gpu: wrong, synccheck
// The first warp prepares a table in a function that has two barriers. The other warps meet those
// two with their own, later ones: they read what the first warp has not written yet, every time.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

__device__ void fill_table(int *table, int tid)
{
    table[tid] = 3 * tid;
    __syncthreads(); // expect: barrier-divergence
    int next = table[(tid + 1) % 32];
    __syncthreads();
    table[tid] += next;
}

__global__ void look_up(const int *in, int *out)
{
    __shared__ int table[32];
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid < 32)
        fill_table(table, tid);
    s[tid] = in[gid];
    __syncthreads();
    out[gid] = s[(tid + 32) % THREADS] + table[tid % 32];
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
    look_up<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int tid = i % THREADS, slot = tid % 32;
        wrong += out[i] != in[i - tid + (tid + 32) % THREADS] + 3 * slot + 3 * ((slot + 1) % 32);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
