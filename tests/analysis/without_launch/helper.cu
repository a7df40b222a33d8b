// Shared memory behind a call: helpers, lambdas.

namespace found_helper_twice {
__device__ int sum(int v) {
    __shared__ int s[256];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int i = blockDim.x / 2; i > 0; i /= 2) {
        if (threadIdx.x < i) s[threadIdx.x] += s[threadIdx.x + i];
        __syncthreads();
    }
    return s[0];
}
__global__ void k(int *a, int *b) { a[threadIdx.x] = sum(a[threadIdx.x]) + sum(b[threadIdx.x]); }
}

namespace found_lambda {
__global__ void k(int *a) {
    auto f = [&](int x) { if (x > 2) __syncthreads(); };
    f(threadIdx.x);
}
}

namespace found_ptr_param_helper {
__device__ void load(float *s, const float *g) { s[threadIdx.x] = g[threadIdx.x]; }
__device__ float use(const float *s) { return s[threadIdx.x + 1]; }
__global__ void k(const float *g, float *o) {
    __shared__ float s[300];
    load(s, g);
    o[threadIdx.x] = use(s);
}
}

namespace found_templ_helper_twice {
template <int B> __device__ float sum(float *s, float v) {
    s[threadIdx.x] = v;
    __syncthreads();
    for (int o = B / 2; o > 0; o /= 2) {
        if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o];
        __syncthreads();
    }
    return s[0];
}
template <int B> __global__ void k(float *p) {
    __shared__ float s[B];
    p[threadIdx.x] = sum<B>(s, p[threadIdx.x]) + sum<B>(s, 1.0f);
}
}

namespace proved_helper_twice {
__device__ int sum(int v) {
    __shared__ int s[256];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int i = blockDim.x / 2; i > 0; i /= 2) {
        if (threadIdx.x < i) s[threadIdx.x] += s[threadIdx.x + i];
        __syncthreads();
    }
    int r = s[0];
    __syncthreads();
    return r;
}
__global__ void k(int *a, int *b) { a[threadIdx.x] = sum(a[threadIdx.x]) + sum(b[threadIdx.x]); }
}

namespace proved_ptr_param_helper {
__device__ void load(float *s, const float *g) { s[threadIdx.x] = g[threadIdx.x]; }
__device__ float use(const float *s) { return s[threadIdx.x + 1]; }
__global__ void k(const float *g, float *o) {
    __shared__ float s[300];
    load(s, g);
    __syncthreads();
    o[threadIdx.x] = use(s);
}
}

namespace proved_templ_helper {
template <int B> __device__ float sum(float *s, float v) {
    s[threadIdx.x] = v;
    __syncthreads();
    for (int o = B / 2; o > 0; o /= 2) {
        if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o];
        __syncthreads();
    }
    return s[0];
}
template <int B> __global__ void k(float *p) {
    __shared__ float s[B];
    p[threadIdx.x] = sum<B>(s, p[threadIdx.x]);
}
}
