// gpu: wrong, racecheck
// The loop stops one doubling too early: the upper threads share the places of the lower ones.
#include "../../case.h"

constexpr int THREADS = 96;

__global__ void spread(const int *in, int *out)
{
    __shared__ int s[2048];
    unsigned t = threadIdx.x, size = 1;
    while (size * 2 < blockDim.x)
        size *= 2;
    unsigned place = (t ^ 1) & (size - 1);
    s[place] = in[t]; // expect: shared-race
    __syncthreads();
    out[t] = s[place];
}

// The size of the block, which is not for the compiler to know.
static int threads()
{
    const char *text = getenv("THREADS");
    return text ? atoi(text) : THREADS;
}

int main()
{
    int *in, *out;
    need(cudaMallocManaged(&in, THREADS * sizeof(int)));
    need(cudaMallocManaged(&out, THREADS * sizeof(int)));
    for (int i = 0; i < THREADS; i++) {
        in[i] = i * 7 % 1000;
        out[i] = -1;
    }
    spread<<<1, dim3(threads())>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < THREADS; i++)
        wrong += out[i] != in[i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
