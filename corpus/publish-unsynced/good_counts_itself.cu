// expect-none
// expect-proved
// gpu: ok
// The thread that stores the length counts the block, too: a fence is all that is needed between.
#include "../case.h"

constexpr int THREADS = 64, BLOCKS = 512;

__device__ unsigned count;

__global__ void longest_row(const int *begin, int *length, int *most)
{
    __shared__ bool is_last;
    __shared__ int best;
    int tid = threadIdx.x;
    if (tid == 0) {
        best = 0;
        length[blockIdx.x] = begin[blockIdx.x + 1] - begin[blockIdx.x];
        __threadfence();
        is_last = atomicAdd(&count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        for (int i = tid; i < gridDim.x; i += THREADS)
            atomicMax(&best, ((volatile int *)length)[i]);
        __syncthreads();
        if (tid == 0)
            *most = best;
    }
}

int main()
{
    int *begin, *length, *most, expected = 0;
    need(cudaMallocManaged(&begin, (BLOCKS + 1) * sizeof(int)));
    need(cudaMallocManaged(&length, BLOCKS * sizeof(int)));
    need(cudaMallocManaged(&most, sizeof(int)));
    begin[0] = 0;
    for (int i = 0; i < BLOCKS; i++) {
        int own = (i * 7919) % 1009;
        begin[i + 1] = begin[i] + own;
        length[i] = 0;
        expected = own > expected ? own : expected;
    }
    longest_row<<<BLOCKS, THREADS>>>(begin, length, most);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = *most != expected;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
