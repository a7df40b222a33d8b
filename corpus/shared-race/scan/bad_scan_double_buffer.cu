// gpu: wrong, racecheck
// Hillis-Steele scan with two buffers, but no barrier at the end of the pass: the next pass reads
// from the buffer that slower warps are still filling.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void scan(const int *in, int *out)
{
    __shared__ int s[2][THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int from = 0;
    s[from][tid] = in[gid];
    __syncthreads();
    for (int d = 1; d < THREADS; d *= 2) {
        if (tid < 128)
            __nanosleep(300);
        s[1 - from][tid] = s[from][tid] + (tid >= d ? s[from][tid - d] : 0); // expect: shared-race
        from = 1 - from;
    }
    out[gid] = s[from][tid];
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        in[i] = (i * 7919) % 1000;
        out[i] = -1;
    }
    scan<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        sum = i % THREADS ? sum + in[i] : in[i];
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
