// expect-none
// gpu: ok
// The whole block returns when its row is empty: the length is loaded from one address that no thread
// writes.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

__global__ void rows(const int *__restrict__ length, const int *__restrict__ in,
                     int *__restrict__ out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (length[blockIdx.x] == 0)
        return;
    s[tid] = in[gid];
    __syncthreads();
    out[gid] = s[tid ^ 1];
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
    int *length;
    need(cudaMallocManaged(&length, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        length[i] = i % 3;
    rows<<<BLOCKS, THREADS>>>(length, in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (length[i / THREADS] ? in[i ^ 1] : -1);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
