// expect-none
// expect-proved
// gpu: unobserved
// flags: --arch=sm_100
// nvcc: -gencode=arch=compute_100a,code=sm_100a
// needs: sm_100
// What one warp group stores to tensor memory another one loads: at the barrier between them the
// fences of tcgen05 stand on both sides (PTX ISA, tcgen05.fence).
#include "../case.h"

constexpr int THREADS = 256, HALF = 128;

__global__ void exchange(const unsigned *in, unsigned *out)
{
    __shared__ unsigned base;
    const unsigned t = threadIdx.x;
    if (t < 32)
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(
                         (unsigned)__cvta_generic_to_shared(&base))
                     : "memory");
    __syncthreads();
    const unsigned place = base + (t / 32 % 4 << 21);
    if (t < HALF) {
        asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(place), "r"(in[t])
                     : "memory");
        asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
        asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
    }
    __syncthreads();
    if (t >= HALF) {
        unsigned value;
        asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
        asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(value) : "r"(place) : "memory");
        asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
        out[t - HALF] = value;
    }
    __syncthreads();
    if (t < 32) {
        asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(base) : "memory");
        asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::: "memory");
    }
}

int main()
{
    unsigned *in, *out;
    need(cudaMallocManaged(&in, HALF * sizeof *in));
    need(cudaMallocManaged(&out, HALF * sizeof *out));
    for (int i = 0; i < HALF; i++)
        in[i] = 3 * i + 1;
    exchange<<<1, THREADS>>>(in, out);
    need(cudaDeviceSynchronize());
    for (int i = 0; i < HALF; i++)
        if (out[i] != in[i]) {
            printf("WRONG\n");
            return 1;
        }
    printf("OK\n");
    return 0;
}
