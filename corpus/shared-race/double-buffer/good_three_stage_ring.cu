// expect-none
// expect-proved
// gpu: ok
// A ring of three stages with the barrier at the head of the pass only: the prefetch goes into a
// stage that was last read before the barrier of this pass.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 128, CHUNKS = 9, STAGES = 3;

__global__ void stream(const int *in, int *out)
{
    __shared__ int stage[STAGES][THREADS];
    int tid = threadIdx.x;
    const int *chunk = in + blockIdx.x * CHUNKS * THREADS;
    int sum = 0;
    stage[0][tid] = chunk[tid];
    for (int k = 0; k < CHUNKS; k++) {
        if (k + 1 < CHUNKS)
            stage[(k + 1) % STAGES][tid] = chunk[(k + 1) * THREADS + tid];
        __syncthreads();
        if (tid >= 32)
            __nanosleep(500);
        sum += (k + 1) * stage[k % STAGES][tid ^ 96];
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
    stream<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        const int *chunk = in + i / THREADS * CHUNKS * THREADS;
        int want = 0;
        for (int k = 0; k < CHUNKS; k++)
            want += (k + 1) * chunk[k * THREADS + (i % THREADS ^ 96)];
        wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
