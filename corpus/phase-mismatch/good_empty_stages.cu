// gpu: ok
// expect-none
// expect-proved
// Producers wait until a stage is empty before they fill it again.
#include "../case.h"
#include <cuda/barrier>

constexpr int THREADS = 128, BLOCKS = 32;

constexpr int ROUNDS = 64;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(const int *in, int *out)
{
    __shared__ int s[2][THREADS / 2];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier full[2], empty[2];
    int tid = threadIdx.x, sum = 0;
    if (tid < 2) {
        init(&full[tid], THREADS);
        init(&empty[tid], THREADS);
    }
    __syncthreads();
    if (tid < THREADS / 2) {
        for (int i = 0; i < ROUNDS; i++) {
            empty[i % 2].arrive_and_wait();
            s[i % 2][tid] = in[i * (THREADS / 2) + tid];
            (void)full[i % 2].arrive();
        }
    } else {
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        for (int i = 0; i < ROUNDS; i++) {
            full[i % 2].arrive_and_wait();
            __nanosleep(100);
            sum += s[i % 2][tid - THREADS / 2];
            (void)empty[i % 2].arrive();
        }
        out[blockIdx.x * (THREADS / 2) + tid - THREADS / 2] = sum;
    }
}

int main()
{
    const int n = BLOCKS * THREADS / 2;
    int *in, *out;
    need(cudaMallocManaged(&in, ROUNDS * THREADS / 2 * sizeof(int)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < ROUNDS * THREADS / 2; i++)
        in[i] = i % 1000;
    exchange<<<BLOCKS, THREADS>>>(in, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k < ROUNDS; k++)
            sum += in[k * THREADS / 2 + i % (THREADS / 2)];
        wrong += out[i] != sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
