// expect-none
// gpu: ok
// All-pairs interaction: a barrier after loading the tile and one after using it.
#include "../../case.h"

constexpr int THREADS = 128, BODIES = 2048;

__global__ void interact(const int4 *bodies, int *out)
{
    __shared__ int4 tile[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * THREADS + tid;
    int4 me = bodies[gid];
    int sum = 0;
    for (int t = 0; t < BODIES / THREADS; t++) {
        tile[tid] = bodies[t * THREADS + tid];
        __syncthreads();
        if (tid >= 64)
            __nanosleep(500);
        for (int k = 0; k < THREADS; k++) {
            int4 other = tile[k];
            sum += other.w * ((me.x - other.x) + (me.y - other.y) + (me.z - other.z));
        }
        __syncthreads();
    }
    out[gid] = sum;
}

int main()
{
    int4 *bodies;
    int *out;
    need(cudaMallocManaged(&bodies, BODIES * sizeof(int4)));
    need(cudaMallocManaged(&out, BODIES * sizeof(int)));
    for (int i = 0; i < BODIES; i++)
        bodies[i] = make_int4(i % 7, i % 11, i % 13, i % 5 + 1);
    interact<<<BODIES / THREADS, THREADS>>>(bodies, out);
    need(cudaGetLastError());
    need(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < BODIES; i++) {
        int want = 0;
        for (int k = 0; k < BODIES; k++)
            want += bodies[k].w * (bodies[i].x - bodies[k].x + bodies[i].y - bodies[k].y +
                                   bodies[i].z - bodies[k].z);
        wrong += out[i] != want;
    }
    puts(wrong ? "WRONG" : "OK");
    return wrong != 0;
}
