// gpu: wrong, racecheck
// The scratch array is a member of a class, reached through references and a method; the method
// returns the neighbour's element without a barrier.
#include "../../case.h"

constexpr int THREADS = 128, BLOCKS = 512;

struct Window {
    int cells[THREADS];
    int total;
};

class View {
public:
    __device__ explicit View(Window &window) : window_(window) {}
    __device__ void set(int value) { window_.cells[threadIdx.x] = value; }
    __device__ int opposite() const
    {
        return window_.cells[THREADS - 1 - threadIdx.x]; // expect: shared-race
    }

private:
    Window &window_;
};

__global__ void mirror(const int *in, int *out)
{
    __shared__ Window window;
    View view(window);
    int gid = blockIdx.x * THREADS + threadIdx.x;
    if (threadIdx.x >= 64)
        __nanosleep(3000);
    view.set(in[gid]);
    out[gid] = view.opposite();
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
    mirror<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i - i % THREADS + THREADS - 1 - i % THREADS];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
