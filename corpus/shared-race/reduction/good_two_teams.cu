// expect-none
// gpu: ok
// Two teams reduce the two halves of the array side by side: their ranges do not overlap, and the
// barriers in the helper are common to both.
#include "../../case.h"

constexpr int TEAM = 128, THREADS = 2 * TEAM, BLOCKS = 256;

__device__ void team_sum(int *s, int t)
{
    for (int d = TEAM / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
}

__global__ void two_sums(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int tid = threadIdx.x, team = tid / TEAM, t = tid % TEAM;
    s[tid] = in[blockIdx.x * THREADS + tid];
    __syncthreads();
    team_sum(s + team * TEAM, t);
    if (t == 0)
        out[2 * blockIdx.x + team] = s[team * TEAM];
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
    two_sums<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < 2 * BLOCKS; b++) {
        int want = 0;
        for (int i = 0; i < TEAM; i++)
            want += in[b * TEAM + i];
        wrong += out[b] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
