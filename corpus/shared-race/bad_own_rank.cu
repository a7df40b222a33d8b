// gpu: wrong, racecheck
// needs: sm_90
// nvcc: -arch=sm_90
// An address of the cluster that is one of the own block.
#include <cstdint>

#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

static __device__ unsigned address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

static __device__ unsigned there(const void *p, unsigned rank)
{
    unsigned a;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(a) : "r"(address(p)), "r"(rank));
    return a;
}

__global__ void __cluster_dims__(2, 1, 1) kernel(const int *in, int *out)
{
    __shared__ int s[THREADS];
    unsigned rank = blockIdx.x % 2;
    int tid = threadIdx.x, i = blockIdx.x * THREADS + tid;
    s[tid] = in[i];
    int v;
    asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(there(&s[THREADS - 1 - tid], rank))); // expect: shared-race
    out[i] = v;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    kernel<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i / THREADS * THREADS + THREADS - 1 - i % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
