// gpu: wrong
// The elements of a thread are 32 apart: in blocks of 64 threads two threads update each.
#include "../case.h"

constexpr int BLOCKS = 32;

__global__ void normalise(float *a)
{
    a += blockIdx.x * 512 + threadIdx.x;
    for (int i = 0; i < 8; i++)
        a[i * 32] /= 512; // expect: global-race
}

// The size of the block, which is not for the compiler to know.
static int threads()
{
    const char *text = getenv("THREADS");
    return text ? atoi(text) : 64;
}

static const void *const KERNEL = (const void *)normalise;

int main()
{
    float *a;
    need(cudaMallocManaged(&a, BLOCKS * 512 * sizeof(float)));
    for (int i = 0; i < BLOCKS * 512; i++)
        a[i] = 512;
    void *arguments[] = {&a};
    need(cudaLaunchKernel(KERNEL, dim3(BLOCKS), dim3(threads()), arguments, 0, 0));
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < BLOCKS * 512; i++)
        wrong += a[i] != 1;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
