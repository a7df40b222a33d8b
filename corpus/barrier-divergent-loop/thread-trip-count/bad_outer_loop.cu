// gpu: hang
// The barrier's own loop is uniform; the loop around it is not.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 128;

__global__ void nested(const int *in, int *out, int rows, int columns)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    for (int r = 0; r < rows + tid % 2; r++) {
        for (int c = 0; c < columns; c++) {
            s[tid] = value;
            __syncthreads(); // expect: barrier-divergent-loop
            value = s[(tid + 2) % THREADS];
            __syncthreads();
        }
    }
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
    nested<<<BLOCKS, THREADS>>>(in, out, 2, 3);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != in[i - i % THREADS + (i + (i % 2 ? 18 : 12)) % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
