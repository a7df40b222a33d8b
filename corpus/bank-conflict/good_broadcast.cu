// gpu: ok
// expect-none
// flags: --checks=bank-conflict
// All lanes read one word: a bank gives it to all of them at once.
#include "../case.h"

__global__ void evaluate(const int *in, int *out) {
    __shared__ int factor[8];
    int t = threadIdx.x;
    if (t < 8)
        factor[t] = in[t];
    __syncthreads();
    int sum = 0;
#pragma unroll 1 // or the compiler reads four words at once
    for (int i = 0; i < 8; i++)
        sum = sum * t + factor[i];
    out[t] = sum;
}

int main() {
    constexpr int N = 64;
    int *in, *out;
    need(cudaMallocManaged(&in, N * sizeof *in));
    need(cudaMallocManaged(&out, N * sizeof *out));
    for (int i = 0; i < N; i++) {
        in[i] = i % 5;
        out[i] = {};
    }
    evaluate<<<1, 64>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += [&] {
            int sum = 0;
            for (int k = 0; k < 8; k++)
                sum = sum * i + in[k];
            return out[i] != sum;
        }();
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
