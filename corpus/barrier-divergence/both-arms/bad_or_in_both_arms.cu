// gpu: wrong, synccheck
// Each half of the block goes round until all of its own threads are done, and asks that with
// __syncthreads_or in its own arm. The answers mix: the half that is done first goes on.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void count_down(const int *in, int *out)
{
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int left = in[gid], passes = 0;
    if (tid < 64) {
        while (__syncthreads_or(left > 0)) { // expect: barrier-divergence
            left -= 1;
            passes++;
        }
    } else {
        while (__syncthreads_or(left > 0)) {
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
