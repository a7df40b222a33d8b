// Arrays that share their bytes, structs, other orders than a barrier gives.

namespace found_stride_overlap {
__global__ void k(int *a) {
    __shared__ int s[1024];
    for (int i = 0; i < 4; i++) s[threadIdx.x * 2 + i] = a[i];
    __syncthreads();
    a[threadIdx.x] = s[threadIdx.x];
}
}

namespace found_fence_not_barrier {
__global__ void k(int *a) {
    __shared__ int s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __threadfence_block();
    a[threadIdx.x] = s[255 - threadIdx.x];
}
}

namespace found_wrong_buf_union {
__global__ void k(int *a) {
    __shared__ union { int i[128]; float f[128]; } u;
    u.i[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    int v = u.i[127 - threadIdx.x];
    u.f[threadIdx.x] = v;
    __syncthreads();
    a[threadIdx.x] = u.f[127 - threadIdx.x];
}
}

namespace found_carved {
__global__ void k(int *a, int n) {
    extern __shared__ int sm[];
    int *x = sm, *y = sm + n;
    if (threadIdx.x < n) { x[threadIdx.x] = a[threadIdx.x]; y[threadIdx.x] = 0; }
    if (threadIdx.x < n) a[threadIdx.x] = x[n - 1 - threadIdx.x] + y[threadIdx.x];
}
}

namespace found_struct {
struct P { float x, y; int id; };
__global__ void k(P *p, int n) {
    __shared__ P s[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = p[i];
    float d = 0;
    for (int j = 0; j < blockDim.x; j++) d += s[j].x - s[threadIdx.x].x;
    p[i].y = d;
}
}

namespace found_dyn_two_names {
__global__ void k(float *g) {
    extern __shared__ float a[];
    float *b = a + blockDim.x;
    a[threadIdx.x] = g[threadIdx.x];
    b[threadIdx.x] = a[blockDim.x - 1 - threadIdx.x];
}
}

namespace silent_carved {
__global__ void k(int *a, int n) {
    extern __shared__ int sm[];
    int *x = sm, *y = sm + n;
    if (threadIdx.x < n) { x[threadIdx.x] = a[threadIdx.x]; y[threadIdx.x] = 0; }
    __syncthreads();
    if (threadIdx.x < n) a[threadIdx.x] = x[n - 1 - threadIdx.x] + y[threadIdx.x];
}
}
