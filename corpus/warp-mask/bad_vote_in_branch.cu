// gpu: hang
// The lower half of the warp votes, the upper half waits for the result. The vote names the upper
// half too and waits for it.
#include "../case.h"

constexpr int THREADS = 64, BLOCKS = 32;

__global__ void any_large(const int *in, int *out)
{
    __shared__ int result[THREADS / 32];
    int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    int gid = blockIdx.x * THREADS + tid;
    if (lane == 0)
        result[warp] = 0;
    __syncwarp();
    if (lane < 16) {
        int any = __any_sync(0xffffffffu, in[gid] > 900); // expect: warp-mask
        if (lane == 0)
            atomicExch(&result[warp], 1 + any);
    } else {
        while (atomicAdd(&result[warp], 0) == 0)
            __nanosleep(100);
    }
    __syncwarp();
    out[gid] = atomicAdd(&result[warp], 0) - 1;
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
    any_large<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int first = 0; first < n; first += 32) {
        int any = 0;
        for (int i = first; i < first + 16; i++)
            any |= in[i] > 900;
        for (int i = first; i < first + 32; i++)
            wrong += out[i] != any;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
