// gpu: ok
// flags: --checks=bank-conflict
// 16 bytes a lane are read by a quarter of a warp at a time: a column of 8 vectors lies in 4 banks.
#include "../case.h"

__global__ void transpose(const float4 *in, float4 *out) {
    __shared__ float4 tile[8][8];
    int x = threadIdx.x % 8, y = threadIdx.x / 8;
    tile[y][x] = in[8 * y + x];
    __syncthreads();
    out[8 * y + x] = tile[x][y]; // expect: bank-conflict
}

int main() {
    constexpr int N = 64;
    float4 *in, *out;
    need(cudaMallocManaged(&in, N * sizeof *in));
    need(cudaMallocManaged(&out, N * sizeof *out));
    for (int i = 0; i < N; i++) {
        in[i] = make_float4(i, 2 * i, 3 * i, 4 * i);
        out[i] = {};
    }
    transpose<<<1, 64>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += out[i].x != in[i % 8 * 8 + i / 8].x || out[i].w != in[i % 8 * 8 + i / 8].w;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
