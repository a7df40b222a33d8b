// expect-none
// gpu: ok
// The helper waits between writing through the struct's pointer and reading through it.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

struct Context {
    int *scratch;
    int tid;
};

__device__ int exchange(Context c, int value)
{
    if (c.tid >= 64)
        __nanosleep(3000);
    c.scratch[c.tid] = value;
    __syncthreads();
    return c.scratch[c.tid ^ 64];
}

__global__ void swap(const int *in, int *out)
{
    extern __shared__ int memory[];
    Context context;
    context.scratch = memory + 32;
    context.tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + threadIdx.x;
    out[gid] = exchange(context, in[gid]);
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
    swap<<<BLOCKS, THREADS, (THREADS + 32) * sizeof(int)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 64];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
