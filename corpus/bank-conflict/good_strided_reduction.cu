// gpu: ok
// expect-none
// flags: --checks=bank-conflict
// A tree whose threads work on neighbours: no two in one bank.
#include "../case.h"

__global__ void sum(const int *in, int *out) {
    __shared__ int part[256];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
#pragma unroll 1 // so that each pass has its own loads
    for (int s = 128; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[0] = part[0];
}

int main() {
    constexpr int N = 256;
    int *in, *out;
    need(cudaMallocManaged(&in, N * sizeof *in));
    need(cudaMallocManaged(&out, N * sizeof *out));
    for (int i = 0; i < N; i++) {
        in[i] = i * 7919 % 1000;
        out[i] = {};
    }
    int all = 0;
    for (int i = 0; i < N; i++)
        all += in[i];
    sum<<<1, 256>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < 1; i++)
        wrong += out[i] != all;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
