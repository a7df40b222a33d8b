// gpu: ok
// expect-none
// flags: --checks=bank-conflict
// An array for the member alone: every word.
#include "../case.h"

__global__ void shift(const int *in, int *out) {
    __shared__ int p[64];
    int t = threadIdx.x;
    p[t] = in[t];
    __syncthreads();
    out[t] = p[63 - t];
}

int main() {
    constexpr int N = 64;
    int *in, *out;
    need(cudaMallocManaged(&in, N * sizeof *in));
    need(cudaMallocManaged(&out, N * sizeof *out));
    for (int i = 0; i < N; i++) {
        in[i] = i * 7919 % 1000;
        out[i] = {};
    }
    shift<<<1, 64>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += out[i] != in[63 - i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
