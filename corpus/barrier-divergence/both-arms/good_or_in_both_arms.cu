// expect-none
// gpu: ok
// One loop with a question for each half; both questions are asked of the whole block.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void count_down(const int *in, int *out)
{
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int left = in[gid], passes = 0;
    for (;;) {
        int first = __syncthreads_or(tid < 64 && left > 0);
        int second = __syncthreads_or(tid >= 64 && left > 0);
        if (!first && !second)
            break;
        if (tid < 64 && first) {
            left -= 1;
            passes++;
        } else if (tid >= 64 && second) {
            left -= 3;
            passes++;
        }
    }
    out[gid] = passes;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        in[i] = (i * 7919) % 40;
        out[i] = -1;
    }
    count_down<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int half = 0; half < n; half += 64) {
        int step = half % THREADS == 0 ? 1 : 3, most = 0;
        for (int i = half; i < half + 64; i++)
            most = in[i] > most ? in[i] : most;
        for (int i = half; i < half + 64; i++)
            wrong += out[i] != (most + step - 1) / step;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
