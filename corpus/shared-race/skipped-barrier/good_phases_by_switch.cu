// expect-none
// gpu: ok
// One phase per pass, chosen by a switch on the pass number; each case that needs a barrier has
// one, and all threads take the same case.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

__global__ void phases(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = 0;
    for (int phase = 0; phase < 3; phase++) {
        switch (phase) {
        case 0:
            if (tid >= 64)
                __nanosleep(3000);
            s[tid] = in[gid];
            __syncthreads();
            break;
        case 1:
            value = s[tid ^ 64];
            __syncthreads();
            break;
        default:
            s[tid] = value + 1;
            break;
        }
    }
    out[gid] = s[tid];
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
    phases<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 64] + 1;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
