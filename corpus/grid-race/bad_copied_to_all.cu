// gpu: wrong, racecheck
// needs: sm_90
// nvcc: -arch=sm_90a
// One block copies into both; each waits for its bytes before it reads.
#include <cstdint>

#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

static __device__ unsigned address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
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
    __shared__ alignas(128) int s[THREADS];
    __shared__ uint64_t b;
    unsigned rank = blockIdx.x % 2;
    int tid = threadIdx.x, i = blockIdx.x * THREADS + tid;
    if (tid == 0)
        init(b, 1);
    cluster_sync();
    if (tid == 0) {
        expect(b, sizeof s);
        if (rank == 0)
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                         "[%0], [%1], %2, [%3], %4;" ::"r"(address(s)),
                         "l"(in + i), "n"(sizeof s), "r"(address(&b)), "h"((unsigned short)3)
                         : "memory");
    }
    out[i] = s[THREADS - 1 - tid]; // expect: grid-race
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
        wrong += out[i] != in[(i / THREADS & ~1) * THREADS + THREADS - 1 - i % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
