// gpu: wrong, synccheck
// Later warps have more rows, and so more barriers. A warp that is done goes on to the exchange
// behind the loop: its barrier there is met by those still in the loop, which have stored nothing.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 128;

__global__ void rows(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ int total[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int mine = 2 + 2 * (tid / 32), sum = 0;
    for (int row = 0; row < mine; row++) {
        s[tid] = in[gid] + row;
        __syncthreads(); // expect: barrier-divergent-loop
        sum += s[tid ^ 1];
        __syncthreads();
    }
    total[tid] = sum;
    __syncthreads();
    out[gid] = total[THREADS - 1 - tid];
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
    rows<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int tid = THREADS - 1 - i % THREADS, count = 2 + 2 * (tid / 32);
        int value = in[(i - i % THREADS + tid) ^ 1];
        wrong += out[i] != count * value + count * (count - 1) / 2;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
