// expect-none
// expect-proved
// gpu: ok
// The balance is there before the lock is free.
#include "../case.h"

constexpr int THREADS = 64, BLOCKS = 128;

__global__ void account(const int *in, int *lock, int *balance)
{
    if (threadIdx.x == 0) {
        int own = 0;
        for (int i = 0; i < THREADS; i++)
            own += in[blockIdx.x * THREADS + i];
        while (atomicExch(lock, 1) != 0)
            __nanosleep(100);
        __threadfence();
        *balance = *balance + own;
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *lock, *balance, expected = 0;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&lock, sizeof(int)));
    need(cudaMallocManaged(&balance, sizeof(int)));
    for (int i = 0; i < n; i++) {
        in[i] = (i * 7919) % 1000;
        expected += in[i];
    }
    *lock = *balance = 0;
    account<<<BLOCKS, THREADS>>>(in, lock, balance);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = *balance != expected;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
