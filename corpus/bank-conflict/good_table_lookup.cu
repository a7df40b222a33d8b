// gpu: ok
// expect-none
// flags: --checks=bank-conflict
// Data decides which words are read: nothing is said, whatever it costs.
#include "../case.h"

__global__ void translate(const int *in, int *out) {
    __shared__ int table[256];
    int t = threadIdx.x;
    table[t] = t * t;
    __syncthreads();
    out[t] = table[in[t] & 255];
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
    translate<<<1, 256>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += out[i] != (in[i] & 255) * (in[i] & 255);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
