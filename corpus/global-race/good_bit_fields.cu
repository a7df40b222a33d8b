// expect-none
// gpu: ok
// Every thread writes a record of its own, whose members are bits of one word.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

struct mark {
    unsigned place : 12, strand : 1, end : 1, weight : 18;
    __device__ mark(unsigned p, unsigned s, unsigned w) : place(p), strand(s), end(0), weight(w) {}
};

__global__ void pack(const unsigned *in, mark *out, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n)
        out[i] = mark(in[i] & 4095, in[i] & 1, in[i] >> 14);
}

int main()
{
    const int n = BLOCKS * THREADS;
    unsigned *in;
    mark *out;
    need(cudaMallocManaged(&in, n * sizeof(unsigned)));
    need(cudaMallocManaged(&out, n * sizeof(mark)));
    for (int i = 0; i < n; i++)
        in[i] = i * 7919u;
    pack<<<BLOCKS, THREADS>>>(in, out, n);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i].place != (in[i] & 4095) || out[i].strand != (in[i] & 1) ||
                 out[i].end != 0 || out[i].weight != in[i] >> 14;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
