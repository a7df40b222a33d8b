// expect-none
// gpu: ok
// The warp's queue with both warp barriers: after the leader's store, and after the loads, before
// the leader stores again.
#include "../case.h"

constexpr int THREADS = 128, WARPS = THREADS / 32, BLOCKS = 64, TASKS = 4000;

__device__ int next_task;

__global__ void worker(const int *in, int *out, int tasks)
{
    __shared__ int task[WARPS];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int k = 0; k < tasks; k++) {
        if (lane == 0) {
            __nanosleep(500);
            task[warp] = atomicAdd(&next_task, 1);
        }
        __syncwarp();
        int mine = task[warp];
        __syncwarp();
        if (mine >= 0 && mine < tasks)
            out[mine * 32 + lane] = 2 * in[mine * 32 + lane];
        if (__all_sync(0xffffffffu, mine >= tasks))
            break;
    }
}

int main()
{
    const int n = TASKS * 32;
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
