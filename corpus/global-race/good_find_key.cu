// expect-none
// gpu: ok
// Only the thread whose interval of the sorted keys holds the key writes the answer. That they are sorted is
// not in the kernel; who searches like this knows it.
#include "../case.h"

constexpr int THREADS = 256;

__global__ void find(const int *keys, int key, int *where)
{
    int i = threadIdx.x;
    if (i + 1 < THREADS && keys[i] <= key && key < keys[i + 1])
        *where = i;
}

int main()
{
    int *data, *result;
    need(cudaMallocManaged(&data, THREADS * sizeof(int)));
    need(cudaMallocManaged(&result, sizeof(int)));
    for (int i = 0; i < THREADS; i++)
        data[i] = 3 * i;
    *result = -1;
    find<<<1, THREADS>>>(data, 100, result);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = *result != 33;
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
