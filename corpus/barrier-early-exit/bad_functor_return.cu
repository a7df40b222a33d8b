// gpu: wrong
// All the work is in a functor, and the kernel only calls it: the `return` of the functor ends the
// thread, and its partner finds nothing in the tile.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

struct swap_partners {
    const int *in;
    int *out;
    int n;

    __device__ void operator()() const
    {
        __shared__ int tile[THREADS];
        int gid = blockIdx.x * THREADS + threadIdx.x;
        tile[threadIdx.x] = -2;
        if (gid >= n)
            return;
        tile[threadIdx.x] = in[gid];
        __syncthreads(); // expect: barrier-early-exit
        out[gid] = tile[threadIdx.x ^ 1];
    }
};

__global__ void run(swap_partners work)
{
    work();
}

int main()
{
    const int n = BLOCKS * THREADS - 5;
    int *in, *out;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        in[i] = (i * 7919) % 1000;
        out[i] = -1;
    }
    run<<<BLOCKS, THREADS>>>(swap_partners{in, out, n});
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != ((i ^ 1) < n ? in[i ^ 1] : 0);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
