// gpu: unobserved
// flags: --arch=sm_100
// nvcc: -gencode=arch=compute_100a,code=sm_100a
// needs: sm_100
// One thread multiplies: the accumulators in tensor memory may be loaded when the phase has been
// waited for at which its tcgen05.commit arrives (PTX ISA, tcgen05.commit).
#include "../case.h"

constexpr int THREADS = 128, WORDS = 1024;

#define ADDRESS(x) ((unsigned)__cvta_generic_to_shared(&(x)))

// Tiles without swizzling. All numbers are 1, so it does not matter how they lie.
static __device__ unsigned long long described(const void *tile)
{
    unsigned long long address = (unsigned)__cvta_generic_to_shared(tile);
    return (address & 0x3ffff) >> 4 | 8ull << 16 | 16ull << 32 | 1ull << 46;
}

__global__ void product(float *out)
{
    __shared__ alignas(128) unsigned left[WORDS], right[WORDS];
    __shared__ alignas(8) unsigned long long done;
    __shared__ unsigned base;
    const unsigned t = threadIdx.x;
    if (t < 32)
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(
                         ADDRESS(base))
                     : "memory");
    if (t == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(ADDRESS(done)) : "memory");
    for (int i = t; i < WORDS; i += THREADS)
        left[i] = right[i] = 0x3c003c00; // twice 1
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    const unsigned place = base;
    if (t == 0) {
        // numbers of 32 bits from numbers of 16, 128 rows and 32 columns
        asm volatile("tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, 0;" ::"r"(place),
                     "l"(described(left)), "l"(described(right)), "r"(1 << 4 | 4 << 17 | 8 << 24)
                     : "memory");
        asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(
                         ADDRESS(done))
                     : "memory");
    }
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    unsigned bits;
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(bits) : "r"(place + (t / 32 << 21)) : "memory"); // expect: async-copy-unsynced
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    out[t] = __uint_as_float(bits);
    __syncthreads();
    if (t < 32)
        asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(place) : "memory");
}

int main()
{
    float *out;
    need(cudaMallocManaged(&out, THREADS * sizeof *out));
    product<<<1, THREADS>>>(out);
    need(cudaDeviceSynchronize());
    for (int i = 0; i < THREADS; i++)
        if (out[i] != 16) {
            printf("WRONG\n");
            return 1;
        }
    printf("OK\n");
    return 0;
}
