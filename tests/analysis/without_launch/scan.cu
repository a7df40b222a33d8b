// Prefix sums and what is built of them.

namespace found_blelloch {
__global__ void sum_tree(float *out, float *in, int n) {
    extern __shared__ float tree[];
    int tid = threadIdx.x;
    int width = 1;
    tree[2 * tid] = in[2 * tid];
    tree[2 * tid + 1] = in[2 * tid + 1];
    for (int nodes = n >> 1; nodes > 0; nodes >>= 1) {
        if (tid < nodes) {
            int left = width * (2 * tid + 1) - 1;
            int right = width * (2 * tid + 2) - 1;
            tree[right] += tree[left];
        }
        width *= 2;
    }
    __syncthreads();
    out[2 * tid] = tree[2 * tid];
    out[2 * tid + 1] = tree[2 * tid + 1];
}
}

namespace found_scan_inplace {
__global__ void scan(int *a) {
    __shared__ int s[512];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int o = 1; o < blockDim.x; o *= 2) {
        if (t >= o) s[t] += s[t - o];
        __syncthreads();
    }
    a[t] = s[t];
}
}

namespace silent_blelloch {
__global__ void scan_tree(float *out, float *in, int n) {
    extern __shared__ float tree[];
    int tid = threadIdx.x;
    int width = 1;
    tree[2 * tid] = in[2 * tid];
    tree[2 * tid + 1] = in[2 * tid + 1];
    for (int nodes = n >> 1; nodes > 0; nodes >>= 1) {
        __syncthreads();
        if (tid < nodes) {
            int left = width * (2 * tid + 1) - 1;
            int right = width * (2 * tid + 2) - 1;
            tree[right] += tree[left];
        }
        width *= 2;
    }
    if (tid == 0) tree[n - 1] = 0;
    for (int nodes = 1; nodes < n; nodes *= 2) {
        width >>= 1;
        __syncthreads();
        if (tid < nodes) {
            int left = width * (2 * tid + 1) - 1;
            int right = width * (2 * tid + 2) - 1;
            float sum = tree[left];
            tree[left] = tree[right];
            tree[right] += sum;
        }
    }
    __syncthreads();
    out[2 * tid] = tree[2 * tid];
    out[2 * tid + 1] = tree[2 * tid + 1];
}
}

namespace proved_scan {
__global__ void scan(int *a) {
    __shared__ int s[512];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int o = 1; o < blockDim.x; o *= 2) {
        int v = 0;
        if (t >= o) v = s[t - o];
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    a[t] = s[t];
}
}

namespace silent_scan_dbuf {
__global__ void scan(float *out, float *in, int n) {
    extern __shared__ float rows[];
    int tid = threadIdx.x;
    int to = 0, from = 1;
    rows[to * n + tid] = (tid > 0) ? in[tid - 1] : 0;
    __syncthreads();
    for (int reach = 1; reach < n; reach *= 2) {
        to = 1 - to;
        from = 1 - to;
        if (tid >= reach)
            rows[to * n + tid] = rows[from * n + tid] + rows[from * n + tid - reach];
        else
            rows[to * n + tid] = rows[from * n + tid];
        __syncthreads();
    }
    out[tid] = rows[to * n + tid];
}
}

namespace proved_compact {
__global__ void compact(const int *in, int *out, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) out[atomicAdd(count, 1)] = in[i];
}
}

namespace silent_radix_pick {
__global__ void pick(const int *hist, int k, int *bucket) {
    __shared__ int h[256];
    h[threadIdx.x] = hist[threadIdx.x];
    __syncthreads();
    int prev = threadIdx.x ? h[threadIdx.x - 1] : 0;
    if (prev < k && h[threadIdx.x] >= k) *bucket = threadIdx.x;
}
}
