// expect-none
// expect-proved
// gpu: ok
// Two buffers and one barrier per pass, after the reads: it publishes the next buffer and frees
// this one.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 256, CHUNKS = 8;

__global__ void chunks(const int *in, int *out)
{
    __shared__ int s[2][THREADS];
    int tid = threadIdx.x;
    const int *chunk = in + blockIdx.x * CHUNKS * THREADS;
    int sum = 0;
    s[0][tid] = chunk[tid];
    __syncthreads();
    for (int k = 0; k < CHUNKS; k++) {
        int now = k & 1;
        if (k + 1 < CHUNKS)
            s[now ^ 1][tid] = chunk[(k + 1) * THREADS + tid];
        if (tid < 64)
            __nanosleep(500);
        sum += s[now][(tid + 64) % THREADS] * (k + 1);
        __syncthreads();
    }
    out[blockIdx.x * THREADS + tid] = sum;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, CHUNKS * n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < CHUNKS * n; i++)
        in[i] = (i * 79) % 1000;
    chunks<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        const int *chunk = in + i / THREADS * CHUNKS * THREADS;
        int want = 0;
        for (int k = 0; k < CHUNKS; k++)
            want += chunk[k * THREADS + (i + 64) % THREADS] * (k + 1);
        wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
