// expect-none
// gpu: ok
// The linear index of the three-dimensional block counts x, y and z, so each thread has its own
// element.
#include "../../case.h"

constexpr int X = 8, Y = 8, Z = 4, THREADS = X * Y * Z, BLOCKS = 256;

__global__ void reverse(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int own = (threadIdx.z * Y + threadIdx.y) * X + threadIdx.x;
    int at = own;
    int gid = blockIdx.x * THREADS + own;
    s[at] = in[gid];
    __syncthreads();
    out[gid] = s[at ^ 1];
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
    reverse<<<BLOCKS, dim3(X, Y, Z)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 1];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
