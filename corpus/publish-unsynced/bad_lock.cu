// gpu: ok
// The next owner of the lock may read the balance of before: the lock is free before the store is
// there.
#include "../case.h"

constexpr int THREADS = 64, BLOCKS = 128;

__global__ void account(const int *in, int *lock, volatile int *balance)
{
    if (threadIdx.x == 0) {
        int own = 0;
        for (int i = 0; i < THREADS; i++)
            own += in[blockIdx.x * THREADS + i];
        while (atomicCAS(lock, 0, 1) != 0)
            __nanosleep(100);
        *balance = *balance + own;
        atomicExch(lock, 0); // expect: publish-unsynced
    }
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    int *lock, *balance;
    need(cudaMallocManaged(&lock, sizeof(int)));
    need(cudaMallocManaged(&balance, sizeof(int)));
    *lock = *balance = 0;
    account<<<BLOCKS, THREADS>>>(in, lock, balance);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int expected = 0;
    for (int i = 0; i < n; i++)
        expected += in[i];
    int wrong = *balance != expected;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
