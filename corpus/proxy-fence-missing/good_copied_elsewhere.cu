// expect-none
// expect-proved
// gpu: racecheck
// needs: sm_90
// nvcc: -arch=sm_90
// What is copied into the other block was written by threads: a fence of the proxy comes between.
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

static __device__ void init(uint64_t &b, unsigned count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(&b)), "r"(count) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

static __device__ void expect(uint64_t &b, unsigned bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(&b)), "r"(bytes)
                 : "memory");
}

static __device__ void wait(uint64_t &b, unsigned parity)
{
    asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 "
                 "p, [%0], %1; @!p bra again; }" ::"r"(address(&b)),
                 "r"(parity)
                 : "memory");
}

static __device__ void cluster_sync()
{
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

__global__ void __cluster_dims__(2, 1, 1) kernel(const int *in, int *out)
{
    __shared__ alignas(128) int mine[THREADS], s[THREADS];
    __shared__ uint64_t b;
    unsigned rank = blockIdx.x % 2;
    int tid = threadIdx.x, i = blockIdx.x * THREADS + tid;
    mine[tid] = in[i];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    if (tid == 0) {
        init(b, 1);
        expect(b, sizeof s);
    }
    cluster_sync();
    if (tid == 0)
        asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                         there(s, rank ^ 1)),
                     "r"(address(mine)), "n"(sizeof s), "r"(there(&b, rank ^ 1))
                     : "memory");
    wait(b, 0);
    out[i] = s[THREADS - 1 - tid];
    cluster_sync();
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
        wrong += out[i] != in[(i / THREADS ^ 1) * THREADS + THREADS - 1 - i % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
