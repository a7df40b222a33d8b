// expect-none
// gpu: ok
// The macro returns for the block as a whole: it compares the first element of the block.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

#define LEAVE_IF_OUTSIDE(index, count)                                                             \
    if ((index) >= (count))                                                                        \
        return;

__global__ void swap_halves(const int *in, int *out, int n)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    LEAVE_IF_OUTSIDE(static_cast<int>(blockIdx.x) * THREADS, n)
    s[tid] = gid < n ? in[gid] : -1;
    __syncthreads();
    if (gid < n)
        out[gid] = s[tid ^ 64];
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
    const int used = n - 30;
    for (int i = used; i < n; i++)
        in[i] = -1;
    swap_halves<<<BLOCKS, THREADS>>>(in, out, used);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < used; i++)
        wrong += out[i] != in[i ^ 64];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
