// gpu: ok
// No fence behind the taking: what the owner before has stored may be read too early.
#include "../case.h"

constexpr int THREADS = 64, BLOCKS = 256, ENTRIES = 64;

// Entries that the blocks of the device fill in by turns: each one goes on where the last one stopped.
__global__ void append(const int *in, int *lock, int *filled, int *list)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) // expect: publish-unsynced
            __nanosleep(50);
        int at = *filled;
        list[at % ENTRIES] += in[blockIdx.x];
        *filled = at + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main()
{
    int *in, *lock, *filled, *list;
    need(cudaMallocManaged(&in, BLOCKS * sizeof(int)));
    need(cudaMallocManaged(&lock, sizeof(int)));
    need(cudaMallocManaged(&filled, sizeof(int)));
    need(cudaMallocManaged(&list, ENTRIES * sizeof(int)));
    int expected = 0, sum = 0;
    for (int i = 0; i < BLOCKS; i++) {
        in[i] = (i * 7919) % 1000;
        expected += in[i];
    }
    for (int i = 0; i < ENTRIES; i++)
        list[i] = 0;
    *lock = *filled = 0;
    append<<<BLOCKS, THREADS>>>(in, lock, filled, list);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    for (int i = 0; i < ENTRIES; i++)
        sum += list[i];
    int wrong = *filled != BLOCKS || sum != expected;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
