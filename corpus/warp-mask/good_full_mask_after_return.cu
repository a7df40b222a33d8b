// expect-none
// gpu: ok
// Lanes beyond the end have returned, in the middle of a warp: they are not waited for, and no
// lane reads from them.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void pair_sums(const int *in, int *out, int pairs)
{
    int gid = blockIdx.x * THREADS + threadIdx.x;
    if (gid / 2 >= pairs)
        return;
    out[gid] = in[gid] + __shfl_xor_sync(0xffffffffu, in[gid], 1);
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
    const int used = n - 70;
    pair_sums<<<BLOCKS, THREADS>>>(in, out, used / 2);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < used; i++)
        wrong += out[i] != in[i] + in[i ^ 1];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
