// expect-none
// gpu: ok
// The offset of the int array is rounded up, so it never reaches back into the bytes.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512, FLAGS = 100;

__global__ void mixed(const int *in, int *out)
{
    extern __shared__ unsigned char raw[];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    unsigned char *flags = raw;
    int *values = reinterpret_cast<int *>(raw + ((FLAGS + 15) & ~15));
    if (tid < FLAGS)
        flags[tid] = in[gid] & 1;
    values[tid] = in[gid];
    __syncthreads();
    int value = values[tid ^ 32];
    out[gid] = tid < FLAGS && flags[tid] ? value : -value;
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
    mixed<<<BLOCKS, THREADS, THREADS * (1 + sizeof(int))>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        bool flag = i % THREADS < FLAGS && in[i] % 2;
        wrong += out[i] != (flag ? in[i ^ 32] : -in[i ^ 32]);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
