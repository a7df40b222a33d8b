// gpu: wrong, racecheck
// Heat flow with two buffers over several time steps. The copy back into the first buffer at the
// end of the step is not waited for.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 128, STEPS = 6;

__global__ void heat(const int *in, int *out)
{
    __shared__ int now[THREADS + 2];
    __shared__ int next[THREADS + 2];
    int tid = threadIdx.x, i = tid + 1;
    int gid = blockIdx.x * THREADS + tid;
    now[i] = in[gid];
    if (tid == 0)
        now[0] = now[THREADS + 1] = 0;
    __syncthreads();
    for (int step = 0; step < STEPS; step++) {
        next[i] = (now[i - 1] + 2 * now[i] + now[i + 1]) / 4; // expect: shared-race
        __syncthreads();
        if (tid >= 32)
            __nanosleep(500);
        now[i] = next[i];
    }
    out[gid] = now[i];
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
    heat<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int a[THREADS + 2] = {0}, c[THREADS + 2];
        for (int i = 0; i < THREADS; i++)
            a[i + 1] = in[b * THREADS + i];
        for (int step = 0; step < STEPS; step++) {
            for (int i = 1; i <= THREADS; i++)
                c[i] = (a[i - 1] + 2 * a[i] + a[i + 1]) / 4;
            for (int i = 1; i <= THREADS; i++)
                a[i] = c[i];
        }
        for (int i = 0; i < THREADS; i++)
            wrong += out[b * THREADS + i] != a[i + 1];
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
