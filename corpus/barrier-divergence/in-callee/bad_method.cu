// gpu: wrong, racecheck, synccheck
// A method stores, waits and loads; it is called under a test of the thread number, so the
// barrier in it is conditional.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

class Exchange {
public:
    __device__ explicit Exchange(int *scratch) : scratch_(scratch) {}
    __device__ int swap(int mine, int other)
    {
        scratch_[threadIdx.x] = mine;
        __syncthreads(); // expect: barrier-divergence
        return scratch_[other];
    }

private:
    int *scratch_;
};

__global__ void swap_neighbours(const int *in, int *out)
{
    __shared__ int scratch[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    Exchange exchange(scratch);
    int value = in[gid];
    if (tid >= 32)
        __nanosleep(3000);
    if (tid < 64)
        value = exchange.swap(value, tid ^ 32);
    result[tid] = value;
    __syncthreads();
    out[gid] = result[THREADS - 1 - tid];
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
    swap_neighbours<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (i % THREADS < 64 ? in[i ^ 32] : in[i]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
