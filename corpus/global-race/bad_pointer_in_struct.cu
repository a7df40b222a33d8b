// gpu: wrong
// The array comes in a struct, so each access loads its pointer anew: it is one array all the same. A
// neighbour may have written its element before this thread reads it.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

struct Field {
    int *data;
    int width;
};

__global__ void difference(Field f)
{
    int tid = threadIdx.x;
    int base = blockIdx.x * f.width;
    if (tid < 32)
        __nanosleep(500000);
    int next = f.data[base + (tid + 1) % THREADS];
    f.data[base + tid] = next - tid; // expect: global-race
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
    for (int i = 0; i < n; i++)
        out[i] = in[i];
    difference<<<BLOCKS, THREADS>>>(Field{out, THREADS});
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i / THREADS * THREADS + (i + 1) % THREADS] - i % THREADS;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
