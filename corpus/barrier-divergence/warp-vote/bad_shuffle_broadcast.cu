// gpu: wrong, racecheck, synccheck
// A shuffle broadcasts lane 0's value to its warp only. Each warp decides for itself whether it
// goes to the barrier.
#include "../../case.h"

constexpr int THREADS = 256, BLOCKS = 512;

__global__ void maybe_reverse(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int result[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int value = in[gid];
    int first = __shfl_sync(0xffffffffu, value, 0);
    if (first % 2 == 0) {
        if (tid >= 32)
            __nanosleep(2000);
        s[tid] = value;
        __syncthreads(); // expect: barrier-divergence
        value = s[tid ^ 31];
    }
    result[tid] = value;
    __syncthreads();
    out[gid] = result[THREADS - 1 - tid];
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        in[i] = (i * 7919) % 1001;
        out[i] = -1;
    }
    maybe_reverse<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i ^ (THREADS - 1)] != (in[i - i % 32] % 2 == 0 ? in[i ^ 31] : in[i]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
