// gpu: ok
// needs: sm_90
// nvcc: -arch=sm_90
// The memory of a barrier object holds data, and nothing has given the object up.
#include <cstdint>

#include "../case.h"

constexpr int THREADS = 128;

static __device__ unsigned address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

static __device__ void init(uint64_t &b, unsigned count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(&b)), "r"(count) : "memory");
}

static __device__ void arrive(uint64_t &b)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address(&b)) : "memory");
}

static __device__ void wait(uint64_t &b)
{
    asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; "
                 "@!p bra again; }" ::"r"(address(&b))
                 : "memory");
}

__global__ void kernel(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ union { uint64_t b; int data[THREADS]; } u;
    int tid = threadIdx.x;
    if (tid == 0)
        init(u.b, THREADS);
    __syncthreads();
    s[tid] = in[tid];
    arrive(u.b);
    wait(u.b);
    int v = s[THREADS - 1 - tid];
    __syncthreads();
    u.data[tid] = v; // expect: phase-mismatch
    __syncthreads();
    out[tid] = u.data[THREADS - 1 - tid];
}

int main()
{
    int *in, *out;
    need(cudaMallocManaged(&in, THREADS * sizeof(int)));
    need(cudaMallocManaged(&out, THREADS * sizeof(int)));
    for (int i = 0; i < THREADS; i++)
        in[i] = (i * 7919) % 1000;
    kernel<<<1, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < THREADS; i++)
        wrong += out[i] != in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
