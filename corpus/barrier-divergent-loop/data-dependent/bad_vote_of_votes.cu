// gpu: wrong
// Every warp votes on its own vote again: the one that has found something leaves the others.
#include "../../case.h"

constexpr int THREADS = 128;

__global__ void last_row(const int *in, int *out, int rows)
{
    __shared__ int votes[32];
    int t = threadIdx.x;
    if (t < 32)
        votes[t] = 1;
    __syncthreads();
    int row = rows - 1;
    for (; row >= 0; row--) {
        int empty = __all_sync(0xffffffff, in[row * THREADS + t] == 0);
        if (t % 32 == 0)
            votes[t / 32] = empty;
        __syncthreads();  // expect: barrier-divergent-loop
        empty = votes[t / 32];
        __syncthreads();
        if (!__all_sync(0xffffffff, empty))
            break;
    }
    if (t == 0)
        *out = row;
}

int main()
{
    const int rows = 64;
    int *in, *out;
    need(cudaMallocManaged(&in, rows * THREADS * sizeof(int)));
    need(cudaMallocManaged(&out, sizeof(int)));
    for (int i = 0; i < rows * THREADS; i++)
        in[i] = i == 20 * THREADS + 77;
    last_row<<<1, THREADS>>>(in, out, rows);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = *out != 20;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
