// gpu: wrong, racecheck
// One shared flag used for two questions in a row. The answer of the first is read by all while
// the first thread clears the flag for the second.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void two_questions(const int *in, int *out)
{
    static __shared__ int flag;
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    if (tid == 0)
        flag = 0;
    __syncthreads();
    if (in[gid] > 995)
        atomicExch(&flag, 1);
    __syncthreads();
    if (tid >= 32)
        __nanosleep(2000);
    int large = flag;
    if (tid == 0)
        flag = 0; // expect: shared-race
    __syncthreads();
    if (in[gid] < 5)
        atomicExch(&flag, 1);
    __syncthreads();
    out[gid] = 2 * large + flag;
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
    two_questions<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int large = 0, small = 0;
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++) {
            large |= in[i] > 995;
            small |= in[i] < 5;
        }
        for (int i = b * THREADS; i < (b + 1) * THREADS; i++)
            wrong += out[i] != 2 * large + small;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
