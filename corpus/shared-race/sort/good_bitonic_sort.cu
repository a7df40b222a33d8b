// expect-none
// expect-proved
// gpu: ok
// Bitonic sort: each step of each stage ends with a barrier. Within a step every pair belongs to
// the thread with the lower index.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__device__ void order(int *s, int low, int high, bool up)
{
    int a = s[low], b = s[high];
    if ((a > b) == up) {
        s[low] = b;
        s[high] = a;
    }
}

__global__ void sort_blocks(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    __syncthreads();
    for (int stage = 2; stage <= THREADS; stage *= 2) {
        for (int step = stage / 2; step > 0; step /= 2) {
            int partner = tid ^ step;
            if (tid >= 128)
                __nanosleep(200);
            if (partner > tid)
                order(s, tid, partner, (tid & stage) == 0);
            __syncthreads();
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
    sort_blocks<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int count[1000] = {0};
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            count[in[i]]++;
        for (int i = b * THREADS, v = 0; i < (b + 1) * THREADS; i++) {
            while (count[v] == 0)
                v++;
            count[v]--;
            wrong += out[i] != v;
        }
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
