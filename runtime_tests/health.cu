// Is the device there, and does it compute? Prints what it is. Run before everything else, and
// after each run that hung or failed. Exit: 0 it is healthy, 1 it computes something else, 2 a CUDA
// call failed. With an argument it keeps the device busy until it is killed.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static void need(cudaError_t error)
{
    if (error != cudaSuccess) {
        printf("ERROR %s\n", cudaGetErrorString(error));
        exit(2);
    }
}

constexpr int THREADS = 256, BLOCKS = 64;

// Every block sums what its threads hold, over shared memory and barriers.
__global__ void block_sums(int *sums)
{
    __shared__ int part[THREADS];
    int tid = threadIdx.x;
    part[tid] = tid + blockIdx.x;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (tid < half)
            part[tid] += part[tid + half];
        __syncthreads();
    }
    if (tid == 0)
        sums[blockIdx.x] = part[0];
}

// Launches that take up to some milliseconds, of changing length and size.
static void keep_busy(int *sums)
{
    for (unsigned i = 0;; i++) {
        for (unsigned k = 0; k < 1 + i % 200; k++)
            block_sums<<<1 + (7 * i + k) % BLOCKS, THREADS>>>(sums);
        need(cudaDeviceSynchronize());
    }
}

int main(int argc, char **)
{
    int count;
    cudaDeviceProp device;
    need(cudaGetDeviceCount(&count));
    need(cudaGetDeviceProperties(&device, 0));
    printf("name=%s\ncapability=%d.%d\ngpus=%d\n", device.name, device.major, device.minor, count);

    int *sums, host[BLOCKS];
    need(cudaMalloc(&sums, sizeof host));
    if (argc > 1)
        keep_busy(sums);
    block_sums<<<BLOCKS, THREADS>>>(sums);
    need(cudaGetLastError());
    need(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost));
    for (int block = 0; block < BLOCKS; block++) {
        if (host[block] != THREADS * (THREADS - 1) / 2 + THREADS * block) {
            puts("WRONG");
            return 1;
        }
    }
    puts("OK");
    return 0;
}
