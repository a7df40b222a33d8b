// Global memory without shared memory.

namespace found_write_same_loc {
__global__ void k(int *out) {
    out[0] = threadIdx.x;
}
}

namespace found_globals_rw {
__device__ int buf[1024];
__global__ void k(int *out) {
    int t = threadIdx.x;
    buf[t] = t;
    out[t] = buf[1023 - t];
}
}

namespace proved_stride {
__global__ void k(int *a, int *b) {
    __shared__ int s[1024];
    for (int i = 0; i < 4; i++) s[threadIdx.x * 4 + i] = a[i];
    __syncthreads();
    b[threadIdx.x] = s[threadIdx.x];
}
}

namespace proved_one_thread_blocks {
__global__ void add(const int *a, const int *b, int *c) {
    c[blockIdx.x] = a[blockIdx.x] + b[blockIdx.x];
}
}

namespace proved_cell_of_a_matrix {
__global__ void k(float *out, int width, int height) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < height && column < width)
        out[row * width + column] = 1;
}
}

namespace proved_cell_of_a_volume {
__global__ void k(float *out, int width, int height, int depth) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < width && y < height && z < depth)
        out[(z * height + y) * width + x] = 0;
}
}

namespace proved_unsigned_cell_of_signed_sizes {
__global__ void k(float *out, int width, int height) {
    unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < height && column < width)
        out[row * width + column] = 1;
}
}
