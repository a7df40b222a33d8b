// expect-none
// gpu: ok
// The wrapper that gives each type its own name, because one name cannot have two types. Each
// instance of the kernel asks for one type only, so nothing overlaps.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 256;

template <typename T> struct SharedMemory;
template <> struct SharedMemory<int> {
    __device__ int *get()
    {
        extern __shared__ int shared_int[];
        return shared_int;
    }
};
template <> struct SharedMemory<float> {
    __device__ float *get()
    {
        extern __shared__ float shared_float[];
        return shared_float;
    }
};

template <typename T> __global__ void reverse(const int *in, int *out)
{
    T *data = SharedMemory<T>().get();
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    data[tid] = static_cast<T>(in[gid]);
    __syncthreads();
    out[gid] = static_cast<int>(data[tid ^ 64]);
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
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    reverse<float><<<BLOCKS, THREADS, THREADS * sizeof(float)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 64];
    reverse<int><<<BLOCKS, THREADS, THREADS * sizeof(int)>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i ^ 64];
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
