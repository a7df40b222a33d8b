// expect-none
// gpu: ok
// Maximum and its place reduced together, with a barrier before the first pass and after each.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256;

__global__ void argmax(const int *in, int *out)
{
    __shared__ int best[THREADS];
    __shared__ int place[THREADS];
    int tid = threadIdx.x;
    if (tid >= 128)
        __nanosleep(3000);
    best[tid] = in[blockIdx.x * THREADS + tid];
    place[tid] = tid;
    __syncthreads();
    for (int d = THREADS / 2; d > 0; d >>= 1) {
        if (tid < d) {
            int mine = best[tid], other = best[tid + d];
            int from = place[tid + d];
            best[tid] = max(mine, other);
            if (other > mine)
                place[tid] = from;
        }
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = place[0];
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
    argmax<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        const int *row = in + b * THREADS;
        int most = 0;
        for (int i = 0; i < THREADS; i++)
            most = row[i] > most ? row[i] : most;
        wrong += out[b] < 0 || row[out[b]] != most;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
