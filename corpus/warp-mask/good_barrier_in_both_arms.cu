// expect-none
// gpu: ok
// A barrier of the warp in each arm, and each names all lanes: since sm_70 they need not be the same
// instruction, and the lanes of both arms meet.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void swap_halves(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    s[tid] = in[gid];
    int value;
    if (tid % 32 < 16) {
        __syncwarp();
        value = s[tid + 16];
    } else {
        __syncwarp();
        value = -s[tid - 16];
    }
    out[gid] = value;
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
    swap_halves<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (i % 32 < 16 ? in[i + 16] : -in[i - 16]);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
