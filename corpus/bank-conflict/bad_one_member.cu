// gpu: ok
// flags: --checks=bank-conflict
// One member of structs of 16 bytes: every fourth word, so 4 lanes meet in a bank.
#include "../case.h"

struct Point {
    int x, y, z, w;
};

__global__ void shift(const int *in, int *out) {
    __shared__ Point p[64];
    int t = threadIdx.x;
    p[t].x = in[t]; // expect: bank-conflict
    __syncthreads();
    out[t] = p[63 - t].x;
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
