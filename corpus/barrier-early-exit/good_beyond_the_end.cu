// expect-none
// gpu: ok
// The threads past the end stay until the last barrier and only skip the work.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 40;

__global__ void reverse_blocks(const int *in, int *out, int n)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * blockDim.x + tid;
    s[tid] = gid < n ? in[gid] : -1;
    __syncthreads();
    if (gid < n)
        out[gid] = s[THREADS - 1 - tid];
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
    const int used = n - 100;
    for (int i = used; i < n; i++)
        in[i] = -1;
    reverse_blocks<<<BLOCKS, THREADS>>>(in, out, used);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < used; i++)
        wrong += out[i] != in[i - i % THREADS + THREADS - 1 - i % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
