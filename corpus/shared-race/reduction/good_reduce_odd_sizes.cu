// expect-none
// expect-proved
// gpu: ok
// Reduction for any number of elements: half of the elements, rounded up, stay, the others are
// added to them, and no element is both read and written in a pass.
#include "../../case.h"

constexpr int THREADS = 250, BLOCKS = 512;

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    s[tid] = in[blockIdx.x * THREADS + tid];
    __syncthreads();
    for (int count = THREADS; count > 1;) {
        int half = (count + 1) / 2;
        if (tid < count - half)
            s[tid] += s[tid + half];
        __syncthreads();
        count = half;
    }
    if (tid == 0)
        out[blockIdx.x] = s[0];
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
    block_sum<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < THREADS; i++)
            want += in[b * THREADS + i];
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
