// gpu: ok
// flags: --checks=bank-conflict
// The tile of a transpose whose block has 8 rows, which each thread goes down in steps of 8.
#include "../case.h"

__global__ void transpose(const int *in, int *out) {
    __shared__ int tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        tile[y + j][x] = in[32 * (y + j) + x];
    __syncthreads();
    for (int j = 0; j < 32; j += 8)
        out[32 * (y + j) + x] = tile[x][y + j]; // expect: bank-conflict
}

int main() {
    constexpr int N = 32 * 32;
    int *in, *out;
    need(cudaMallocManaged(&in, N * sizeof *in));
    need(cudaMallocManaged(&out, N * sizeof *out));
    for (int i = 0; i < N; i++) {
        in[i] = i * 7919 % 1000;
        out[i] = {};
    }
    transpose<<<1, dim3(32, 8)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += out[i] != in[i % 32 * 32 + i / 32];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
