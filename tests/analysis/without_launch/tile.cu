// Tiles of a matrix in shared memory.

namespace found_tokens_of_a_sequence {
__global__ void k(const float *in, float *out, int B, int T, int C, int H) {
    __shared__ float row[64];
    int batch = blockIdx.x / H, head = blockIdx.x % H, length = T / B;
    int tid = threadIdx.x, first = batch * length * C + head * 64 + tid;
    int last = (batch + 1) * length * C + head * 64 + tid;
    for (int t = first; t < last; t += C) {
        row[threadIdx.x] = in[t];
        __syncthreads();
        float sum = 0;
        for (int j = 0; j < 64; j += 4) {
            const float4 &x = (float4 &)row[j];
            sum += x.x + x.y + x.z + x.w;
        }
        out[t] = sum;
    }
}
}

namespace found_tile_nobar {
__global__ void k(int *a, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
    a[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}
}

namespace found_matmul_first {
#define T 16
__global__ void mm(const float *A, const float *B, float *C, int N) {
    __shared__ float a[T][T], b[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0;
    for (int m = 0; m < N / T; m++) {
        a[ty][tx] = A[row * N + m * T + tx];
        b[ty][tx] = B[(m * T + ty) * N + col];
        for (int k = 0; k < T; k++) sum += a[ty][k] * b[k][tx];
        __syncthreads();
    }
    C[row * N + col] = sum;
}
}
#undef T

namespace found_matmul_second {
#define T 16
__global__ void mm(const float *A, const float *B, float *C, int N) {
    __shared__ float a[T][T], b[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0;
    for (int m = 0; m < N / T; m++) {
        a[ty][tx] = A[row * N + m * T + tx];
        b[ty][tx] = B[(m * T + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < T; k++) sum += a[ty][k] * b[k][tx];
    }
    C[row * N + col] = sum;
}
}
#undef T

namespace found_matmul_tmpl {
template <int TILE, typename F>
__global__ void mm(const F *A, const F *B, F *C, int N) {
    __shared__ F a[TILE][TILE];
    __shared__ F b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    F sum = 0;
    for (int m = 0; m < N; m += TILE) {
        a[ty][tx] = A[row * N + m + tx];
        b[ty][tx] = B[(m + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++) sum += a[ty][k] * b[k][tx];
    }
    C[row * N + col] = sum;
}
}

namespace found_transpose {
__global__ void tr(float *o, const float *in, int w) {
    __shared__ float t[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    t[threadIdx.y][threadIdx.x] = in[y * w + x];
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
    o[y * w + x] = t[threadIdx.x][threadIdx.y];
}
}

namespace found_pad2d {
__global__ void k(int *a) {
    __shared__ int s[8][8];
    s[threadIdx.x][threadIdx.y] = a[threadIdx.x];
    a[threadIdx.y] = s[threadIdx.y][threadIdx.x];
}
}

namespace found_templ_race {
template <typename T, int N> __global__ void k(T *a) {
    __shared__ T s[N];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[(threadIdx.x + 1) % N];
}
}

namespace found_3d {
__global__ void k(int *a) {
    __shared__ int s[4][4][4];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    s[z][y][x] = a[(z * 4 + y) * 4 + x];
    a[(z * 4 + y) * 4 + x] = s[x][y][z];
}
}

namespace found_templ_transpose {
template <int N, typename T> __global__ void k(const T *in, T *out, int w) {
    __shared__ T s[N][N + 1];
    s[threadIdx.y][threadIdx.x] = in[threadIdx.y * w + threadIdx.x];
    out[threadIdx.y * w + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
}

namespace proved_tile_bar {
__global__ void k(int *a, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
    __syncthreads();
    a[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}
}

namespace silent_transpose {
__global__ void tr(float *o, const float *in, int w) {
    __shared__ float t[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) t[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) o[(y + j) * w + x] = t[threadIdx.x][threadIdx.y + j];
}
}

namespace proved_templ {
template <typename T, int N> __global__ void k(T *a) {
    __shared__ T s[N];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[(threadIdx.x + 1) % N];
}
}

namespace silent_3d {
__global__ void k(int *a) {
    __shared__ int s[4][4][4];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    s[z][y][x] = a[(z * 4 + y) * 4 + x];
    __syncthreads();
    a[(z * 4 + y) * 4 + x] = s[x][y][z];
}
}

namespace silent_templ_own_cell {
template <int N, typename T> __global__ void k(const T *in, T *out, int w) {
    __shared__ T s[N][N + 1];
    s[threadIdx.y][threadIdx.x] = in[threadIdx.y * w + threadIdx.x];
    s[threadIdx.y][threadIdx.x] += 1;
    out[threadIdx.y * w + threadIdx.x] = s[threadIdx.y][threadIdx.x];
}
}

namespace silent_templ_transpose {
template <int N, typename T> __global__ void k(const T *in, T *out, int w) {
    __shared__ T s[N][N + 1];
    s[threadIdx.y][threadIdx.x] = in[threadIdx.y * w + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * w + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
}

namespace proved_tiles_then_cell {
__global__ void k(const float *in, float *out, int width) {
    __shared__ float tile[8][8];
    int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 8 + threadIdx.x;
    float sum = 0;
    for (int at = 0; at < (width + 7) / 8; at++) {
        tile[threadIdx.y][threadIdx.x] = row < width ? in[row * width + at * 8 + threadIdx.x] : 0;
        __syncthreads();
        for (int k = 0; k < 8; k++)
            sum += tile[k][threadIdx.x];
        __syncthreads();
    }
    if (row < width && column < width)
        out[row * width + column] = sum;
}
}

namespace proved_tokens_of_a_sequence {
__global__ void k(const float *in, float *out, int B, int T, int C, int H) {
    __shared__ float row[64];
    int batch = blockIdx.x / H, head = blockIdx.x % H, length = T / B;
    int first = batch * length * C + head * 64;
    int last = (batch + 1) * length * C + head * 64;
    for (int t = first; t < last; t += C) {
        __syncthreads();
        row[threadIdx.x] = in[t];
        __syncthreads();
        float sum = 0;
        for (int j = 0; j < 64; j += 4) {
            const float4 &x = (float4 &)row[j];
            sum += x.x + x.y + x.z + x.w;
        }
        if (sum > 0)
            atomicAdd(out, sum);
    }
}
}
