// gpu: wrong, racecheck
// Each warp stores its vote in a shared word, and every thread looks at all the words at once.
#include "../../case.h"

constexpr int THREADS = 256, WARPS = THREADS / 32, BLOCKS = 256;

__global__ void rank_odd(const int *in, int *out)
{
    __shared__ unsigned int votes[WARPS];
    int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    int gid = blockIdx.x * THREADS + tid;
    if (warp % 2)
        __nanosleep(500000);
    unsigned int vote = __ballot_sync(0xffffffffu, in[gid] % 2);
    if (lane == 0)
        votes[warp] = vote;
    int rank = __popc(vote & ((1u << lane) - 1));
    for (int w = 0; w < warp; w++)
        rank += __popc(votes[w]); // expect: shared-race
    out[gid] = rank;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        in[i] = (i * 7919) % 1001;
        out[i] = -1;
    }
    rank_odd<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0, rank = 0;
    for (int i = 0; i < n; i++) {
        rank = i % THREADS ? rank : 0;
        wrong += out[i] != rank;
        rank += in[i] % 2;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
