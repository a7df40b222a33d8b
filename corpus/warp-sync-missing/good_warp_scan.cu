// expect-none
// expect-proved
// gpu: ok
// The scan per warp with __syncwarp() between the read and the write of each step and after it.
#include "../case.h"

constexpr int WARPS = 4, THREADS = 32 * WARPS, BLOCKS = 512;

__global__ void warp_scan(const int *in, int *out)
{
    __shared__ int s[WARPS][32];
    int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    int gid = blockIdx.x * THREADS + tid;
    s[warp][lane] = in[gid];
    __syncwarp();
    for (int d = 1; d < 32; d *= 2) {
        int left = lane >= d ? s[warp][lane - d] : 0;
        __syncwarp();
        s[warp][lane] += left;
        __syncwarp();
    }
    out[gid] = s[warp][lane];
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
    warp_scan<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        sum = i % 32 ? sum + in[i] : in[i];
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
