// expect-none
// gpu: ok
// Each predicate has a bar.red of its own that the whole block executes.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__device__ int count_while_waiting(int yes)
{
    int count;
    asm volatile("{\n"
                 "    .reg .pred p;\n"
                 "    setp.ne.s32 p, %1, 0;\n"
                 "    bar.red.popc.u32 %0, 0, p;\n"
                 "}"
                 : "=r"(count)
                 : "r"(yes)
                 : "memory");
    return count;
}

__global__ void count_quarters(const int *in, int *out)
{
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid], count;
    int below = count_while_waiting(tid < 32 && value < 100);
    int above = count_while_waiting(tid >= 32 && value >= 100);
    if (tid < 32)
        count = below;
    else
        count = above;
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
    count_quarters<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int first = 0; first < n; first += THREADS) {
        int below = 0, above = 0;
        for (int i = 0; i < THREADS; i++)
            if (i < 32)
                below += in[first + i] < 100;
            else
                above += in[first + i] >= 100;
        for (int i = 0; i < THREADS; i++)
            wrong += out[first + i] != (i < 32 ? below : above);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
