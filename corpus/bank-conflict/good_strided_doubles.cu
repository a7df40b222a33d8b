// gpu: ok
// expect-none
// flags: --checks=bank-conflict
// 8 bytes a lane side by side: two wavefronts, which is what they take.
#include "../case.h"

__global__ void gather(const double *in, double *out) {
    __shared__ double s[512];
    int t = threadIdx.x;
    for (int i = t; i < 512; i += 32)
        s[i] = in[i];
    __syncthreads();
    out[t] = s[480 + t];
}

int main() {
    constexpr int N = 512;
    double *in, *out;
    need(cudaMallocManaged(&in, N * sizeof *in));
    need(cudaMallocManaged(&out, N * sizeof *out));
    for (int i = 0; i < N; i++) {
        in[i] = i * 7919 % 1000;
        out[i] = {};
    }
    gather<<<1, 32>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < 32; i++)
        wrong += out[i] != in[480 + i];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
