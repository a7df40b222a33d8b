/* A tile with a halo, laid out for 32 threads: larger blocks would leave it. */
__global__ void l_halo(const float *in, float *o, int n)
{
    __shared__ float tile[32 + 8];
    const int at = threadIdx.x + 4;
    for (int i = 0; i < n; i++) {
        if (threadIdx.x < 4) {
            tile[threadIdx.x] = in[i];
            tile[at + 32] = in[i + 1];
        }
        tile[at] = in[i + threadIdx.x];
        __syncthreads();
        o[i * 32 + threadIdx.x] = tile[at - 4] + tile[at + 4];
        __syncthreads();
    }
}
__global__ void w_halo(const float *in, float *o, int n)
{
    __shared__ float tile[32 + 8];
    const int at = threadIdx.x + 4;
    for (int i = 0; i < n; i++) {
        if (threadIdx.x < 4) {
            tile[threadIdx.x] = in[i];
            tile[at + 28] = in[i + 1];
        }
        tile[at] = in[i + threadIdx.x];
        __syncthreads();
        o[i * 32 + threadIdx.x] = tile[at - 4] + tile[at + 4];
        __syncthreads();
    }
}
