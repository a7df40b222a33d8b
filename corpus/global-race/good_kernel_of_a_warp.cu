// expect-none
// gpu: ok
// Only lanes are told apart: it is written for a block of one warp, though no launch that can be read says so.
#include "../case.h"

__global__ void make_root(int *next, int *root, int *nodes)
{
    int lane = threadIdx.x % 32, node = 0;
    if (lane == 0)
        node = atomicAdd(next, 1);
    node = __shfl_sync(0xffffffff, node, 0);
    if (lane == 0)
        *root = node;
    nodes[32 * node + lane] = lane;
}

int main(int argc, char **)
{
    int *next, *root, *nodes;
    need(cudaMallocManaged(&next, sizeof(int)));
    need(cudaMallocManaged(&root, sizeof(int)));
    need(cudaMallocManaged(&nodes, 4 * 32 * sizeof(int)));
    *next = 3;
    make_root<<<1, argc > 0 ? argc * 32 : 0>>>(next, root, nodes);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = *root != 3;
    for (int i = 0; i < 32; i++)
        wrong += nodes[3 * 32 + i] != i;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
