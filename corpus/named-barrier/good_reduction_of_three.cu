// expect-none
// gpu: ok
// The barrier is told three.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 32;

__device__ int count_in_three_warps(int yes)
{
    int count;
    asm volatile("{\n"
                 "    .reg .pred p;\n"
                 "    setp.ne.s32 p, %1, 0;\n"
                 "    bar.red.popc.u32 %0, 1, 96, p;\n"
                 "}"
                 : "=r"(count)
                 : "r"(yes)
                 : "memory");
    return count;
}

__global__ void count_large(const int *in, int *out)
{
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int count = -1;
    if (tid >= 32)
        count = count_in_three_warps(in[gid] > 500);
    out[gid] = count;
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
    count_large<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int first = 0; first < n; first += THREADS) {
        int count = 0;
        for (int i = first + 32; i < first + THREADS; i++)
            count += in[i] > 500;
        for (int i = 0; i < THREADS; i++)
            wrong += out[first + i] != (i < 32 ? -1 : count);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
