// expect-none
// gpu: ok
// The threads without a value of their own call the block-wide reduction with a zero.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

template <int N> class BlockReduce {
public:
    struct TempStorage {
        int partial[N / 32];
    };
    __device__ explicit BlockReduce(TempStorage &storage) : storage_(storage) {}
    __device__ int Sum(int value)
    {
        for (int d = 16; d > 0; d >>= 1)
            value += __shfl_down_sync(0xffffffffu, value, d);
        if (threadIdx.x % 32 == 0)
            storage_.partial[threadIdx.x / 32] = value;
        __syncthreads();
        int sum = 0;
        for (int w = 0; w < N / 32; w++)
            sum += storage_.partial[w];
        return sum;
    }

private:
    TempStorage &storage_;
};

__global__ void sum_first_half(const int *in, int *out)
{
    __shared__ BlockReduce<THREADS>::TempStorage storage;
    __shared__ int total;
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int value = threadIdx.x < THREADS / 2 ? in[gid] : 0;
    int sum = BlockReduce<THREADS>(storage).Sum(value);
    if (threadIdx.x == 0)
        total = sum;
    __syncthreads();
    out[gid] = total - in[gid];
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
    sum_first_half<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < THREADS; i++)
            want += i < THREADS / 2 ? in[b * THREADS + i] : 0;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            wrong += out[i] != want - in[i];
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
