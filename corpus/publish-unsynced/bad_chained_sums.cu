// gpu: ok
// A block waits for the sum of its predecessor, and lets its successor go on before its own sum is
// stored.
#include "../case.h"

// All blocks are on the device at the same time.
constexpr int THREADS = 128, BLOCKS = 64;

struct Link {
    int sum, ready;
};

__global__ void chain(const int *in, volatile Link *links, int *out)
{
    __shared__ int s[THREADS], before;
    int tid = threadIdx.x, block = blockIdx.x;
    s[tid] = in[block * THREADS + tid];
    __syncthreads();
    if (tid == 0) {
        int own = 0;
        for (int i = 0; i < THREADS; i++)
            own += s[i];
        int sum = 0;
        if (block > 0) {
            while (links[block - 1].ready == 0)
                ;
            __threadfence();
            sum = links[block - 1].sum;
        }
        links[block].sum = sum + own;
        links[block].ready = 1; // expect: publish-unsynced
        before = sum;
    }
    __syncthreads();
    out[block * THREADS + tid] = before + s[tid];
}

int main()
{
    const int n = BLOCKS * THREADS;
    int *in;
    need(cudaMallocManaged(&in, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        in[i] = (i * 7919) % 1000;
    Link *links;
    int *out;
    need(cudaMallocManaged(&links, BLOCKS * sizeof(Link)));
    need(cudaMallocManaged(&out, n * sizeof(int)));
    for (int i = 0; i < BLOCKS; i++)
        links[i].sum = links[i].ready = 0;
    chain<<<BLOCKS, THREADS>>>(in, links, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0, before = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int sum = 0;
        for (int i = 0; i < THREADS; i++) {
            wrong += out[b * THREADS + i] != before + in[b * THREADS + i];
            sum += in[b * THREADS + i];
        }
        before += sum;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
