// gpu: wrong
// needs: sm_90
// nvcc: -arch=sm_90
// All threads of the other block add to one value; it is read when the barrier object has counted them.
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

static __device__ void cluster_sync()
{
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

__global__ void __cluster_dims__(2, 1, 1) kernel(const int *in, int *out)
{
    __shared__ int s;
    __shared__ uint64_t b;
    unsigned rank = blockIdx.x % 2;
    int tid = threadIdx.x, i = blockIdx.x * THREADS + tid;
    if (tid == 0) {
        s = 0;
        init(b, 1);
        expect(b, THREADS * sizeof(int));
    }
    cluster_sync();
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.s32 [%0], %1, "
                 "[%2];" ::"r"(there(&s, rank ^ 1)),
                 "r"(in[i]), "r"(there(&b, rank ^ 1))
                 : "memory");
    out[i] = s; // expect: grid-race
    cluster_sync();
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out, sum[BLOCKS] = {};
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        sum[i / THREADS] += in[i] = (i * 7919) % 1000;
    kernel<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != sum[i / THREADS ^ 1];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
