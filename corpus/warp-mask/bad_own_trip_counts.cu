// gpu: wrong
// Each lane goes round as often as its own value says, and the shuffle in the loop names all lanes:
// those that are done are still named.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void neighbour_sums(const int *in, int *out)
{
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int left = in[gid], sum = 0;
    while (left > 0) {
        sum += __shfl_xor_sync(0xffffffffu, left, 1); // expect: warp-mask
        left--;
    }
    out[gid] = __shfl_xor_sync(0xffffffffu, sum, 16);
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        in[i] = (i * 7919) % 13;
        out[i] = -1;
    }
    neighbour_sums<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int want = 0;
        for (int k = 0; k < in[i]; k++)
            want += in[i ^ 1] > k ? in[i ^ 1] - k : 0;
        wrong += out[i ^ 16] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
