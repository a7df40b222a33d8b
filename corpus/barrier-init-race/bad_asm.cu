// gpu: racecheck
// The last thread initialises the mbarrier right after a barrier of the block, not before it.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void swap(const int *in, int *out)
{
    __shared__ alignas(8) unsigned long long barrier;
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    unsigned object = (unsigned)__cvta_generic_to_shared(&barrier);
    unsigned long long phase;
    __syncthreads();
    if (tid == THREADS - 1)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(object), "r"(THREADS) : "memory");
    s[tid] = in[gid];
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(object) : "memory"); // expect: barrier-init-race
    asm volatile("{ .reg .pred done;\n"
                 "again%=: mbarrier.test_wait.shared.b64 done, [%0], %1;\n"
                 "@!done bra again%=; }" ::"r"(object), "l"(phase) : "memory");
    out[gid] = s[tid ^ 64];
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
    swap<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 64];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
