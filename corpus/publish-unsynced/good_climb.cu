// expect-none
// gpu: ok
// The fence stands before the count of the next node.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

// A complete tree: the children of node i are 2 * i and 2 * i + 1; the leaves, one for each block,
// begin at BLOCKS.
__global__ void climb(const int *in, unsigned *visits, int *node)
{
    if (threadIdx.x != 0)
        return;
    int sum = 0;
    for (int i = 0; i < THREADS; i++)
        sum += in[blockIdx.x * THREADS + i];
    node[BLOCKS + blockIdx.x] = sum;
    __threadfence();
    for (unsigned i = (BLOCKS + blockIdx.x) / 2; i > 0; i /= 2) {
        if (atomicAdd(&visits[i], 1) == 0)
            return;
        node[i] = node[2 * i] + node[2 * i + 1];
        __threadfence();
    }
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    unsigned *visits;
    int *node;
    need(cudaMallocManaged(&visits, BLOCKS * sizeof(unsigned)));
    need(cudaMallocManaged(&node, 2 * BLOCKS * sizeof(int)));
    for (int i = 0; i < BLOCKS; i++)
        visits[i] = 0;
    climb<<<BLOCKS, THREADS>>>(in, visits, node);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int expected = 0;
    for (int i = 0; i < n; i++)
        expected += in[i];
    int wrong = node[1] != expected;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
