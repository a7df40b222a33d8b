// gpu: ok
// expect-none
// expect-proved
// Each thread replaces its element by the sum of its neighbours, from one array to another; the host
// passes the second half of one allocation for the result.
#include "../case.h"

constexpr int THREADS = 256;

__global__ void smooth(const int *in, int *out)
{
    int t = threadIdx.x;
    int left = in[(t + THREADS - 1) % THREADS];
    int right = in[(t + 1) % THREADS];
    out[t] = left + right;
}

int main()
{
    int *data;
    need(cudaMallocManaged(&data, 2 * THREADS * sizeof(int)));
    for (int i = 0; i < THREADS; i++)
        data[i] = i;
    smooth<<<1, THREADS>>>(data, data + THREADS);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < THREADS; i++)
        wrong += data[THREADS + i] != (i + THREADS - 1) % THREADS + (i + 1) % THREADS;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
