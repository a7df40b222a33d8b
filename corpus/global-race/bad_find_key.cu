// gpu: wrong
// The threads whose datum is not the expected one count it, without an atomic.
#include "../case.h"

constexpr int THREADS = 256;

__global__ void count(const int *data, int expected, int *different)
{
    int i = threadIdx.x;
    if (data[i] != expected)
        *different += 1; // expect: global-race
}

int main()
{
    int *data, *result;
    need(cudaMallocManaged(&data, THREADS * sizeof(int)));
    need(cudaMallocManaged(&result, sizeof(int)));
    for (int i = 0; i < THREADS; i++)
        data[i] = 3 * i;
    *result = 0;
    count<<<1, THREADS>>>(data, 30, result);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = *result != THREADS - 1;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
