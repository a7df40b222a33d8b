// gpu: wrong
// Breadth-first search with two frontiers used in turn, and no barrier at the end of the pass: the
// next pass clears the length that slow threads have yet to read, and they leave too early.
#include "../../case.h"

constexpr int NODES = 256, THREADS = 128;

__global__ void search(const int *left, const int *right, int *level)
{
    __shared__ int frontier[2][NODES];
    __shared__ int length[2];
    int tid = threadIdx.x, now = 0;
    if (tid == 0) {
        frontier[0][0] = 0;
        length[0] = 1;
        level[0] = 0;
    }
    for (int depth = 1;; depth++) {
        if (tid == 0)
            length[now ^ 1] = 0; // expect: shared-race
        __syncthreads(); // expect: barrier-divergent-loop
        if (tid >= 32)
            __nanosleep(2000);
        int count = length[now];
        for (int i = tid; i < count; i += THREADS) {
            int node = frontier[now][i];
            for (int side = 0; side < 2; side++) {
                int next = side ? right[node] : left[node];
                if (next < NODES) {
                    int slot = atomicAdd(&length[now ^ 1], 1);
                    frontier[now ^ 1][slot] = next;
                    atomicExch(&level[next], depth);
                }
            }
        }
        if (count == 0)
            break;
        now ^= 1;
    }
}

int main()
{
    int *left, *right, *level;
    need(cudaMallocManaged(&left, NODES * sizeof(int)));
    need(cudaMallocManaged(&right, NODES * sizeof(int)));
    need(cudaMallocManaged(&level, NODES * sizeof(int)));
    for (int i = 0; i < NODES; i++) {
        left[i] = 2 * i + 1;
        right[i] = 2 * i + 2;
        level[i] = -1;
    }
    search<<<1, THREADS>>>(left, right, level);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < NODES; i++) {
        int depth = 0;
        for (int node = i; node > 0; node = (node - 1) / 2)
            depth++;
        wrong += level[i] != depth;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
