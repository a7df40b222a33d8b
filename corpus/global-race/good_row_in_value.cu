// expect-none
// gpu: ok
// The number of the row is mixed into a value that is stored; no index and no condition asks for it.
#include "../case.h"

__device__ unsigned mix(unsigned seed)
{
    unsigned h = seed ^ threadIdx.y * 0x9e3779b9u ^ threadIdx.z * 0x85ebca6bu;
    h ^= h >> 15;
    return h * 0x2c1b3c6du;
}

__global__ void noise(unsigned *out, unsigned n, unsigned seed)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = mix(seed + i);
}

int main(int argc, char **)
{
    const unsigned n = 5000, threads = argc > 5 ? 32 : 256;
    unsigned *out;
    need(cudaMallocManaged(&out, n * sizeof(unsigned)));
    noise<<<(n + threads - 1) / threads, threads>>>(out, n, 11);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned h = 11 + i;
        h ^= h >> 15;
        wrong += out[i] != h * 0x2c1b3c6du;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
