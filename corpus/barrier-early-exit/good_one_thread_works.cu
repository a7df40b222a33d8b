// expect-none
// gpu: ok
// The other warps return and warp 0 orders its last steps with warp barriers.
#include "../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void sum(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    s[tid] = in[blockIdx.x * THREADS + tid];
    __syncthreads();
    if (tid >= 32)
        return;
    int value = 0;
    for (int k = tid; k < THREADS; k += 32)
        value += s[k];
    __syncwarp();
    s[tid] = value;
    __syncwarp();
    if (tid == 0) {
        int total = 0;
        for (int k = 0; k < 32; k++)
            total += s[k];
        out[blockIdx.x] = total;
    }
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
    sum<<<BLOCKS, THREADS>>>(in, out);
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
