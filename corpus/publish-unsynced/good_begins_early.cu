// gpu: ok
// expect-none
// expect-proved
// flags: --arch=sm_90
// needs: sm_90
// The twin of bad_begins_early.cu: it reads behind the wait.
#include "../case.h"

constexpr int THREADS = 128, BLOCKS = 16;

__global__ void squares(int *out, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    cudaTriggerProgrammaticLaunchCompletion();
    for (int k = 0; k < 1000; k++)
        __nanosleep(1000);
    if (i < n)
        out[i] = i * i;
}

__global__ void turn(int *out, const int *in, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    cudaGridDependencySynchronize();
    int v = i < n ? in[n - 1 - i] : 0;
    if (i < n)
        out[i] = v;
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in, *out;
    cudaStream_t stream;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    need(cudaStreamCreate(&stream));
    for (int i = 0; i < n; i++)
        in[i] = out[i] = -1;
    cudaLaunchAttribute early;
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = BLOCKS;
    config.blockDim = THREADS;
    config.stream = stream;
    config.attrs = &early;
    config.numAttrs = 1;
    squares<<<BLOCKS, THREADS, 0, stream>>>(in, n);
    need(cudaLaunchKernelEx(&config, turn, out, (const int *)in, n));
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != (n - 1 - i) * (n - 1 - i);
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
