// expect-none
// gpu: ok
// nvcc: -arch=sm_80
// All threads have stored when one releases for them.
#include "../case.h"

constexpr int THREADS = 256, ROUNDS = 64;

__device__ void release(unsigned *flag, unsigned value)
{
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
}

__device__ unsigned acquire(const unsigned *flag)
{
    unsigned value;
    asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
    return value;
}

// Another kernel, on this device or on another one, takes what is stored.
__global__ void produce(const int *in, int *buffer, unsigned *flag)
{
    for (int k = 0; k < ROUNDS; k++) {
        buffer[k * THREADS + threadIdx.x] = 3 * in[k * THREADS + threadIdx.x];
        __syncthreads();
        if (threadIdx.x == 0)
            release(flag, k + 1);
    }
}

__global__ void consume(const int *buffer, const unsigned *flag, int *out)
{
    for (int k = 0; k < ROUNDS; k++) {
        if (threadIdx.x == 0)
            while (acquire(flag) <= k)
                ;
        __syncthreads();
        out[k * THREADS + threadIdx.x] = buffer[k * THREADS + threadIdx.x];
    }
}

int main()
{
    const int n = THREADS * ROUNDS;
    int *in, *buffer, *out;
    unsigned *flag;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    need(cudaMalloc(&buffer, n * sizeof(int)));
    need(cudaMalloc(&flag, sizeof(unsigned)));
    need(cudaMemset(buffer, 0, n * sizeof(int)));
    need(cudaMemset(flag, 0, sizeof(unsigned)));
    for (int i = 0; i < n; i++)
        in[i] = i + 1;
    cudaStream_t first, second;
    need(cudaStreamCreate(&first));
    need(cudaStreamCreate(&second));
    produce<<<1, THREADS, 0, first>>>(in, buffer, flag);
    consume<<<1, THREADS, 0, second>>>(buffer, flag, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != 3 * (i + 1);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
