// Reductions of a block.

namespace found_reduce_nobar {
__global__ void reduce(float *in, float *out) {
    extern __shared__ float sd[];
    int t = threadIdx.x;
    sd[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) sd[t] += sd[t + s];
    }
    if (t == 0) out[blockIdx.x] = sd[0];
}
}

namespace found_reduce_inif {
__global__ void reduce(float *in, float *out) {
    extern __shared__ float sd[];
    int t = threadIdx.x;
    sd[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) {
            sd[t] += sd[t + s];
            __syncthreads();
        }
    }
    if (t == 0) out[blockIdx.x] = sd[0];
}
}

namespace found_volatile {
__global__ void k(float *g) {
    __shared__ volatile float s[64];
    int t = threadIdx.x;
    s[t] = g[t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8];
        s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1];
    }
    if (t == 0) g[0] = s[0];
}
}

namespace found_warp_block_reduce {
__inline__ __device__ float warpSum(float v) {
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
    return v;
}
__inline__ __device__ float blockSum(float v) {
    static __shared__ float s[32];
    int lane = threadIdx.x % warpSize, w = threadIdx.x / warpSize;
    v = warpSum(v);
    if (lane == 0) s[w] = v;
    v = (threadIdx.x < blockDim.x / warpSize) ? s[lane] : 0;
    if (w == 0) v = warpSum(v);
    return v;
}
__global__ void k(float *a, float *o, int n) {
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) s += a[i];
    s = blockSum(s);
    if (threadIdx.x == 0) o[blockIdx.x] = s;
}
}

namespace found_softmax {
__global__ void softmax(const float *x, float *y, int n) {
    __shared__ float s[256];
    const float *row = x + blockIdx.x * n;
    float m = -1e30f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) m = fmaxf(m, row[i]);
    s[threadIdx.x] = m;
    __syncthreads();
    for (int o = blockDim.x / 2; o > 0; o >>= 1) {
        if (threadIdx.x < o) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + o]);
        __syncthreads();
    }
    m = s[0];
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += expf(row[i] - m);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int o = blockDim.x / 2; o > 0; o >>= 1) {
        if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o];
        __syncthreads();
    }
    sum = s[0];
    for (int i = threadIdx.x; i < n; i += blockDim.x) y[blockIdx.x * n + i] = expf(row[i] - m) / sum;
}
}

namespace found_assume_pow2 {
__global__ void k(float *in, float *out, int n) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = t < n ? in[t] : 0.f;
    for (int d = 128; d; d >>= 1) {
        __syncthreads();
        if (t < d) s[t] += s[t + d];
    }
    out[t] = s[0];
}
}

namespace found_find_max_idx {
__global__ void k(const float *a, int *best, float *val, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] > *val) { *val = a[i]; *best = i; }
}
}

namespace proved_reduce {
__global__ void reduce(float *in, float *out) {
    extern __shared__ float sd[];
    int t = threadIdx.x;
    sd[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) sd[t] += sd[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = sd[0];
}
}

namespace proved_reduce_interleaved {
__global__ void reduce(float *in, float *out) {
    extern __shared__ float sd[];
    int t = threadIdx.x;
    sd[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0) sd[t] += sd[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = sd[0];
}
}

namespace proved_reduce_index {
__global__ void reduce(float *in, float *out, int n) {
    __shared__ float sd[256];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sd[t] = (i < n) ? in[i] : 0;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * t;
        if (index < blockDim.x) sd[index] += sd[index + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = sd[0];
}
}

namespace proved_half_tail {
__global__ void k(float *g) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = g[t];
    __syncthreads();
    if (t < 32) {
        float v = s[t] + s[t + 32];
        for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);
        if (t == 0) g[0] = v;
    }
}
}

namespace proved_warp_block_reduce {
__inline__ __device__ float warpSum(float v) {
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
    return v;
}
__inline__ __device__ float blockSum(float v) {
    static __shared__ float s[32];
    int lane = threadIdx.x % warpSize, w = threadIdx.x / warpSize;
    v = warpSum(v);
    if (lane == 0) s[w] = v;
    __syncthreads();
    v = (threadIdx.x < blockDim.x / warpSize) ? s[lane] : 0;
    if (w == 0) v = warpSum(v);
    return v;
}
__global__ void k(float *a, float *o, int n) {
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) s += a[i];
    s = blockSum(s);
    if (threadIdx.x == 0) o[blockIdx.x] = s;
}
}

namespace proved_softmax {
__global__ void softmax(const float *x, float *y, int n) {
    __shared__ float s[256];
    const float *row = x + blockIdx.x * n;
    float m = -1e30f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) m = fmaxf(m, row[i]);
    s[threadIdx.x] = m;
    __syncthreads();
    for (int o = blockDim.x / 2; o > 0; o >>= 1) {
        if (threadIdx.x < o) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + o]);
        __syncthreads();
    }
    m = s[0];
    __syncthreads();
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += expf(row[i] - m);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int o = blockDim.x / 2; o > 0; o >>= 1) {
        if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o];
        __syncthreads();
    }
    sum = s[0];
    for (int i = threadIdx.x; i < n; i += blockDim.x) y[blockIdx.x * n + i] = expf(row[i] - m) / sum;
}
}

namespace silent_post {
__global__ void k(float *in, float *out, int n) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = t < n ? in[t] : 0.f;
    for (int d = 128; d; d >>= 1) {
        __syncthreads();
        if (t < d) s[t] += s[t + d];
    }
    __syncthreads();
    out[t] = s[0];
}
}
