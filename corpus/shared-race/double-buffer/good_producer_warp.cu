// expect-none
// gpu: ok
// Warp 0 produces into one buffer while the others consume the other; one barrier per pass swaps
// them.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 256, BATCHES = 8;

__global__ void produce(const int *in, int *out)
{
    __shared__ int batch[2][32];
    int tid = threadIdx.x, lane = tid % 32;
    const int *source = in + blockIdx.x * BATCHES * 32;
    int sum = 0;
    if (tid < 32)
        batch[0][lane] = source[lane];
    __syncthreads();
    for (int k = 0; k < BATCHES; k++) {
        if (tid < 32) {
            if (k + 1 < BATCHES)
                batch[(k + 1) % 2][lane] = source[(k + 1) * 32 + lane];
        } else {
            __nanosleep(500);
            sum += batch[k % 2][31 - lane];
        }
        __syncthreads();
    }
    out[blockIdx.x * THREADS + tid] = sum;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, BLOCKS * BATCHES * 32 * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < BLOCKS * BATCHES * 32; i++)
        in[i] = (i * 79) % 1000;
    produce<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int want = 0;
        for (int k = 0; k < BATCHES && i % THREADS >= 32; k++)
            want += in[(i / THREADS * BATCHES + k) * 32 + 31 - i % 32];
        wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
