// expect-none
// gpu: ok
// One row per block: the length is loaded from the same address by all threads and none
// writes it, so the loop is uniform.
#include "../../case.h"

constexpr int THREADS = 64, BLOCKS = 64;

__global__ void rows(const int *__restrict__ start, const int *__restrict__ in,
                     int *__restrict__ out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int row = blockIdx.x;
    int sum = 0;
    for (int k = start[row]; k < start[row + 1]; k++) {
        s[tid] = in[k] * (tid + 1);
        __syncthreads();
        sum += s[tid] + s[tid ^ 32];
        __syncthreads();
    }
    out[blockIdx.x * THREADS + tid] = sum;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *start, *in, *out;
    need(cudaMallocManaged(&start, (n + 1) * sizeof(int)));
    need(cudaMallocManaged(&in, 8 * n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    start[0] = 0;
    for (int i = 0; i < n; i++)
        start[i + 1] = start[i] + (i * 5) % 8;
    for (int i = 0; i < 8 * n; i++)
        in[i] = i % 10;
    rows<<<BLOCKS, THREADS>>>(start, in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int row = i / THREADS, other = row;
        int weight = i % THREADS + 1, partner = (i % THREADS ^ 32) + 1, want = 0;
        for (int k = 0; k < start[row + 1] - start[row]; k++)
            want += in[start[row] + k] * weight + in[start[other] + k] * partner;
        wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
