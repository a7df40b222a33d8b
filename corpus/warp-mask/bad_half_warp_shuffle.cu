// gpu: hang, wrong(-G)
// The lower half of the warp adds up its values and names all lanes; the upper half is already at
// the broadcast behind the branch.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void half_sums(const int *in, int *out)
{
    int lane = threadIdx.x % 32;
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int v = in[gid];
    if (lane < 16) {
        for (int d = 8; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffffu, v, d); // expect: warp-mask
    }
    out[gid] = __shfl_sync(0xffffffffu, v, lane / 16 * 16);
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
    half_sums<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int want = in[i - i % 16];
        if (i % 32 < 16)
            for (int k = 1; k < 16; k++)
                want += in[i - i % 16 + k];
        wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
