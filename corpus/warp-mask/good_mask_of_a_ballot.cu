// expect-none
// gpu: ok
// The lanes that take the branch are found by a ballot, and the shuffle in it names just those.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 64;

__global__ void first_odd(const int *in, int *out)
{
    int gid = blockIdx.x * THREADS + threadIdx.x;
    int v = in[gid];
    unsigned int odd = __ballot_sync(0xffffffffu, v % 2);
    if (v % 2)
        v = __shfl_sync(odd, v, __ffs(odd) - 1);
    out[gid] = v;
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
    first_odd<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int first = i - i % 32;
        while (first < i && in[first] % 2 == 0)
            first++;
        wrong += out[i] != (in[i] % 2 ? in[first] : in[i]);
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
