// Counters, histograms and locks.

namespace found_counter {
__global__ void k(int *a) {
    __shared__ int c;
    if (threadIdx.x == 0) c = 0;
    __syncthreads();
    c++;
    __syncthreads();
    if (threadIdx.x == 0) a[blockIdx.x] = c;
}
}

namespace found_counter_noinit {
__global__ void k(int *a) {
    __shared__ int c;
    if (threadIdx.x == 0) c = 0;
    atomicAdd(&c, 1);
    __syncthreads();
    if (threadIdx.x == 0) a[blockIdx.x] = c;
}
}

namespace found_hist {
__global__ void hist(const unsigned char *in, int *out, int n) {
    __shared__ int h[256];
    h[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        h[in[i]]++;
    __syncthreads();
    atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}
}

namespace found_hist_global {
__global__ void hist(const int *in, int *bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) bins[in[i]] += 1;
}
}

namespace silent_lock {
__device__ int mutex;
__global__ void k(int *c) {
    bool done = false;
    while (!done) {
        if (atomicCAS(&mutex, 0, 1) == 0) {
            *c = *c + 1;
            __threadfence();
            atomicExch(&mutex, 0);
            done = true;
        }
    }
}
}

namespace found_atomic_and_plain {
__global__ void k(int *a, int *o) {
    __shared__ int h[32];
    if (threadIdx.x < 32) h[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&h[a[threadIdx.x] & 31], 1);
    if (threadIdx.x < 32) o[threadIdx.x] = h[threadIdx.x];
}
}

namespace proved_counter_atomic {
__global__ void k(int *a) {
    __shared__ int c;
    if (threadIdx.x == 0) c = 0;
    __syncthreads();
    atomicAdd(&c, 1);
    __syncthreads();
    if (threadIdx.x == 0) a[blockIdx.x] = c;
}
}

namespace proved_global_counter {
__global__ void k(int *count) {
    atomicAdd(count, 1);
}
}

namespace proved_hist {
__global__ void hist(const unsigned char *in, int *out, int n) {
    __shared__ int h[256];
    h[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&h[in[i]], 1);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}
}
