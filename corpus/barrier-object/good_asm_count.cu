// expect-none
// expect-proved
// gpu: ok
// The mbarrier expects all threads of the block. Between its arrival and its wait a thread does
// something that no thread waits for.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__global__ void swap(const int *in, int *out)
{
    __shared__ alignas(8) unsigned long long barrier;
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    unsigned object = (unsigned)__cvta_generic_to_shared(&barrier);
    if (tid == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(object), "r"(THREADS) : "memory");
    __syncthreads();
    s[tid] = in[gid];
    unsigned long long phase;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(object) : "memory");
    int own = in[gid];
    asm volatile("{ .reg .pred done;\n"
                 "again%=: mbarrier.test_wait.shared.b64 done, [%0], %1;\n"
                 "@!done bra again%=; }" ::"r"(object), "l"(phase) : "memory");
    out[gid] = s[tid ^ 64] + own;
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
        wrong += out[i] != in[i ^ 64] + in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
