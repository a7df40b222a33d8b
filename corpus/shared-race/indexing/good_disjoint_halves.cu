// expect-none
// gpu: ok
// The lower half of the block rewrites its elements while the upper half reads its own: no element
// is touched by both, and no barrier is needed.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void halves(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    __syncthreads();
    int value = 0;
    if (tid < 128) {
        s[tid] = -1;
    } else {
        __nanosleep(1000);
        value = s[tid < 255 ? tid + 1 : 128];
    }
    out[gid] = value;
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
    halves<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (i % THREADS < 128 ? 0 : i % THREADS < 255 ? in[i + 1] : in[i - 127]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
