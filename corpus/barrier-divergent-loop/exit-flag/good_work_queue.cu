// expect-none
// expect-proved
// gpu: ok
// The work queue loop with both barriers: one publishes the task, the other keeps it until all
// have read it.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 32, TASKS = 500;

__device__ int next_task;

__global__ void worker(const int *in, int *out, int tasks)
{
    __shared__ int task;
    int tid = threadIdx.x;
    while (true) {
        if (tid == 0)
            task = atomicAdd(&next_task, 1);
        __syncthreads();
        if (tid >= 32)
            __nanosleep(500);
        int mine = task;
        if (mine >= tasks)
            break;
        __syncthreads();
        out[mine * THREADS + tid] = 2 * in[mine * THREADS + tid];
    }
}

int main()
{
    const int n = TASKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        in[i] = i % 1000 + 1;
        out[i] = 0;
    }
    worker<<<BLOCKS, THREADS>>>(in, out, TASKS);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 2 * in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
