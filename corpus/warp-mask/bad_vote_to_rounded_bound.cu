// gpu: wrong
// The bound is a multiple of 8: in the last pass the other lanes of a warp have left the loop.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

template <typename U, typename V>
constexpr __host__ __device__ auto round_down(U a, V b) -> decltype(a + b)
{
    return a / b * b;
}

struct span {
    const int *data;
    long size;
};

__global__ void count_hits(span in, int *out)
{
    long i = threadIdx.x, whole = round_down(in.size, 8);
    const int *at = in.data + blockIdx.x * in.size + i;
    int hits = 0;
    for (; i < whole; i += THREADS) {
        hits += __popc(__ballot_sync(0xffffffffu, *at > 6)); // expect: warp-mask
        at += THREADS;
    }
    out[blockIdx.x * THREADS + threadIdx.x] = hits;
}

int main()
{
    const long size = 1000;
    int *in, *out;
    need(cudaMallocManaged(&in, BLOCKS * size * sizeof(int)));
    need(cudaMallocManaged(&out, BLOCKS * THREADS * sizeof(int)));
    for (int i = 0; i < BLOCKS * size; i++)
        in[i] = (i * 7919) % 13;
    count_hits<<<BLOCKS, THREADS>>>(span{in, size}, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++)
        for (int t = 0; t < THREADS; t++) {
            int want = 0;
            for (long i = t / 32 * 32; i < size / 8 * 8; i += THREADS)
                for (int lane = 0; lane < 32; lane++)
                    want += in[b * size + i + lane] > 6;
            wrong += out[b * THREADS + t] != want;
        }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
