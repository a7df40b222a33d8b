// gpu: ok
// flags: --checks=*
// Each thread reads only the element it wrote itself: no thread has to wait.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 64;

__global__ void scale(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = 2 * in[gid];
    __syncthreads(); // expect: redundant-barrier
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
    scale<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 2 * in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
