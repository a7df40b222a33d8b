// gpu: wrong, racecheck
// Each warp adds up its own row of the shared matrix by a tree over its lanes, without the warp
// barrier between the levels.
#include "../case.h"

constexpr int ROWS = 8, BLOCKS = 512;

__global__ void row_sums(const int *in, int *out)
{
    __shared__ int m[ROWS][32];
    int lane = threadIdx.x, row = threadIdx.y;
    m[row][lane] = in[(blockIdx.x * ROWS + row) * 32 + lane];
    __syncwarp();
    for (int d = 16; d > 0; d >>= 1) {
        if (lane < d)
            m[row][lane] += m[row][lane + d]; // expect: warp-sync-missing
    }
    if (lane == 0)
        out[blockIdx.x * ROWS + row] = m[row][0];
}

int main()
{
    const int n = BLOCKS * ROWS * 32;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * ROWS * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    row_sums<<<BLOCKS, dim3(32, ROWS)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int r = 0; r < BLOCKS * ROWS; r++) {
        int want = 0;
        for (int i = 0; i < 32; i++)
            want += in[r * 32 + i];
        wrong += out[r] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
