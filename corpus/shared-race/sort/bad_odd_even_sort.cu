// gpu: wrong, racecheck
// Odd-even transposition sort: in a phase each thread owns its pair, but the next phase shifts the
// pairs by one, and without a barrier it meets the pairs of the neighbours.
#include "../../case.h"

constexpr int THREADS = 128, LENGTH = 2 * THREADS, BLOCKS = 64;

__global__ void sort_blocks(const int *in, int *out)
{
    __shared__ int s[LENGTH];
    int tid = threadIdx.x;
    int base = blockIdx.x * LENGTH;
    s[tid] = in[base + tid];
    s[tid + THREADS] = in[base + tid + THREADS];
    __syncthreads();
    for (int phase = 0; phase < LENGTH; phase++) {
        int i = 2 * tid + phase % 2;
        if (i + 1 < LENGTH) {
            int a = s[i], b = s[i + 1]; // expect: shared-race
            s[i] = min(a, b);
            s[i + 1] = max(a, b);
        }
    }
    __syncthreads();
    out[base + tid] = s[tid];
    out[base + tid + THREADS] = s[tid + THREADS];
}

int main()
{
    const int n = BLOCKS * LENGTH;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    sort_blocks<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int count[1000] = {0};
        for (int i = b * LENGTH; i < (b + 1) * LENGTH; i++)
            count[in[i]]++;
        for (int i = b * LENGTH, v = 0; i < (b + 1) * LENGTH; i++) {
            while (count[v] == 0)
                v++;
            count[v]--;
            wrong += out[i] != v;
        }
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
