// gpu: ok
// expect-none
// flags: --checks=bank-conflict
// Four bytes of one word are one request of a bank, not four.
#include "../case.h"

__global__ void pick(const unsigned char *in, unsigned char *out) {
    __shared__ unsigned char s[32][128];
    int t = threadIdx.x;
    for (int i = 0; i < 32; i++)
        for (int j = t; j < 128; j += 32)
            s[i][j] = in[128 * i + j];
    __syncthreads();
    out[t] = s[5][t];
}

int main() {
    constexpr int N = 32 * 128;
    unsigned char *in, *out;
    need(cudaMallocManaged(&in, N * sizeof *in));
    need(cudaMallocManaged(&out, N * sizeof *out));
    for (int i = 0; i < N; i++) {
        in[i] = (i * 7919) % 251;
        out[i] = {};
    }
    pick<<<1, 32>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < 32; i++)
        wrong += out[i] != in[5 * 128 + i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
