// gpu: wrong, racecheck
// A tile whose rows are swizzled: what a thread reads others have written, without a barrier.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512, BYTES = 8192;

// Where the bytes of a row of 128 stand: pieces of 16 trade places, by the number of the row.
static __device__ unsigned place(unsigned base, int row, int column)
{
    unsigned address = base + 2 * (row * 64 + column);
    return address ^ (((address % 1024) >> 7) << 4);
}

__global__ void turned(const int4 *in, int4 *out)
{
    extern __shared__ __align__(1024) int4 tile[];
    unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(tile));
    int tid = threadIdx.x;
    for (int i = 0; i < 4; i++) {
        int k = i * THREADS + tid;
        int4 v = in[blockIdx.x * 4 * THREADS + k];
        asm volatile("st.shared.v4.s32 [%0], {%1, %2, %3, %4};" ::"r"(
                         place(base, k / 8, k * 8 % 64)),
                     "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
                     : "memory");
    }
    if (tid >= 32)
        __nanosleep(3000);
    int4 w;
    asm volatile("ld.shared.v4.s32 {%0, %1, %2, %3}, [%4];" // expect: shared-race
                 : "=r"(w.x), "=r"(w.y), "=r"(w.z), "=r"(w.w)
                 : "r"(place(base, tid % 64, tid / 64 * 8))
                 : "memory");
    out[blockIdx.x * THREADS + tid] = w;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int4 *in, *out;
    need(cudaMallocManaged(&in, 4 * n * sizeof(int4)));
    need(cudaMallocManaged(&out, n * sizeof(int4)));
    for (int i = 0; i < 4 * n; i++)
        in[i] = make_int4(i, i + 1, i + 2, i + 3);
    turned<<<BLOCKS, THREADS, BYTES>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i].x != i / THREADS * 4 * THREADS + i % 64 * 8 + i % THREADS / 64;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
