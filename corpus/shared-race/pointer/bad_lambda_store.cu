// gpu: wrong, racecheck
// The stores and the loads are in lambdas that capture the array by reference; between the two
// calls there is no barrier.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

template <typename F> __device__ void for_two(F f)
{
    f(static_cast<int>(threadIdx.x));
    f(static_cast<int>(threadIdx.x) + THREADS);
}

__global__ void mirror(const int *in, int *out)
{
    __shared__ int s[2 * THREADS];
    int base = blockIdx.x * 2 * THREADS;
    if (threadIdx.x >= 32)
        __nanosleep(3000);
    for_two([&](int i) { s[i] = in[base + i]; });
    for_two([&](int i) { out[base + i] = s[2 * THREADS - 1 - i]; }); // expect: shared-race
}

int main()
{
    const int n = BLOCKS * 2 * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    mirror<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 255];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
