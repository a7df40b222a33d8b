// expect-none
// expect-proved
// gpu: ok
// Two buffers behind swapped pointers with one barrier per pass.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256, PASSES = 6;

__global__ void diffuse(const int *in, int *out)
{
    __shared__ int first[THREADS], second[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int *from = first, *to = second;
    from[tid] = in[gid];
    __syncthreads();
    for (int k = 0; k < PASSES; k++) {
        if (tid >= 32)
            __nanosleep(300);
        to[tid] = from[tid] + from[(tid + 1) % THREADS];
        int *swap = from;
        from = to;
        to = swap;
        __syncthreads();
    }
    out[gid] = from[tid];
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
    diffuse<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    const int choose[PASSES + 1] = {1, 6, 15, 20, 15, 6, 1};
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int want = 0;
        for (int k = 0; k <= PASSES; k++)
            want += choose[k] * in[i - i % THREADS + (i + k) % THREADS];
        wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
