// Neighbouring elements, in place and with a copy.

namespace found_neighbour {
__global__ void k(int *a, int n) {
    int t = threadIdx.x;
    a[t] = a[t + 1];
}
}

namespace found_neighbour_gid {
__global__ void k(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) a[i] = a[i + 1] * 0.5f;
}
}

namespace found_neighbour_shared {
__global__ void k(int *a, int n) {
    __shared__ int s[257];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    s[t] = s[t + 1];
    __syncthreads();
    a[t] = s[t];
}
}

namespace found_global_nb {
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    int v = a[i ^ 1];
    a[i] = v;
}
}

namespace found_stencil {
__global__ void st(const int *in, int *out) {
    __shared__ int t[256 + 2 * 3];
    int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + 3;
    t[l] = in[g];
    if (threadIdx.x < 3) { t[l - 3] = in[g - 3]; t[l + 256] = in[g + 256]; }
    int r = 0;
    for (int o = -3; o <= 3; o++) r += t[l + o];
    out[g] = r;
}
}

namespace found_two_phase {
__global__ void k(float *x, float *y, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] = 2 * x[i];
    if (i > 0 && i < n) y[i] = x[i - 1];
}
}

namespace found_conv_reload {
__global__ void conv(const float *x, float *y, int n) {
    __shared__ float t[128];
    for (int b = 0; b < n; b += blockDim.x) {
        t[threadIdx.x] = x[b + threadIdx.x];
        __syncthreads();
        float a = 0;
        for (int j = 0; j < blockDim.x; j++) a += t[j];
        y[b + threadIdx.x] = a;
    }
}
}

namespace found_dynamic_loop {
__global__ void k(float *x, int n) {
    int t = threadIdx.x;
    for (int step = 0; step < n; step++) {
        float l = t > 0 ? x[t - 1] : 0, r = t < blockDim.x - 1 ? x[t + 1] : 0;
        x[t] = 0.5f * (l + r);
        __syncthreads();
    }
}
}

namespace proved_neighbour_two {
__global__ void k(const float *a, float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) b[i] = a[i + 1] * 0.5f;
}
}

namespace proved_neighbour_reg {
__global__ void k(int *a, int n) {
    __shared__ int s[257];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    int v = s[t + 1];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    a[t] = s[t];
}
}

namespace silent_stencil {
__global__ void st(const int *in, int *out) {
    __shared__ int t[256 + 2 * 3];
    int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + 3;
    t[l] = in[g];
    if (threadIdx.x < 3) { t[l - 3] = in[g - 3]; t[l + 256] = in[g + 256]; }
    __syncthreads();
    int r = 0;
    for (int o = -3; o <= 3; o++) r += t[l + o];
    out[g] = r;
}
}

namespace silent_two_phase {
__global__ void k(float *x, float *y, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] = 2 * x[i];
    __syncthreads();
    if (i > 0 && i < n) y[i] = x[i - 1];
}
}

namespace silent_dynamic_loop {
__global__ void k(float *x, int n) {
    int t = threadIdx.x;
    for (int step = 0; step < n; step++) {
        float l = t > 0 ? x[t - 1] : 0, r = t < blockDim.x - 1 ? x[t + 1] : 0;
        __syncthreads();
        x[t] = 0.5f * (l + r);
        __syncthreads();
    }
}
}
