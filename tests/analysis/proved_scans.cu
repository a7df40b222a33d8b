// Right scans, sorts and transforms with a known block shape: every kernel here must be proved.

#define BANK_BITS 5
#define pad(n) ((n) >> BANK_BITS)
__global__ void blelloch_n(float *out, const float *in, int n) {
    extern __shared__ float tree[];
    int tid = threadIdx.x, width = 1;
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
template <int N> __global__ void blelloch_cf(float *out, const float *in) {
    __shared__ float tree[N + N / 32];
    int tid = threadIdx.x, width = 1;
    int low = tid, high = tid + N / 2;
    tree[low + pad(low)] = in[low];
    tree[high + pad(high)] = in[high];
    for (int nodes = N >> 1; nodes > 0; nodes >>= 1) {
        __syncthreads();
        if (tid < nodes) {
            int left = width * (2 * tid + 1) - 1;
            int right = width * (2 * tid + 2) - 1;
            left += pad(left); right += pad(right);
            tree[right] += tree[left];
        }
        width *= 2;
    }
    if (tid == 0) tree[N - 1 + pad(N - 1)] = 0;
    for (int nodes = 1; nodes < N; nodes *= 2) {
        width >>= 1;
        __syncthreads();
        if (tid < nodes) {
            int left = width * (2 * tid + 1) - 1;
            int right = width * (2 * tid + 2) - 1;
            left += pad(left); right += pad(right);
            float sum = tree[left];
            tree[left] = tree[right];
            tree[right] += sum;
        }
    }
    __syncthreads();
    out[low] = tree[low + pad(low)];
    out[high] = tree[high + pad(high)];
}
__global__ void blelloch_stride(int *data) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = data[t];
    for (int stride = 1; stride <= blockDim.x / 2; stride *= 2) {
        __syncthreads();
        int i = (t + 1) * stride * 2 - 1;
        if (i < blockDim.x) s[i] += s[i - stride];
    }
    for (int stride = blockDim.x / 4; stride > 0; stride /= 2) {
        __syncthreads();
        int i = (t + 1) * stride * 2 - 1;
        if (i + stride < blockDim.x) s[i + stride] += s[i];
    }
    __syncthreads();
    data[t] = s[t];
}
__global__ void bitonic(int *data) {
    __shared__ int s[1024];
    unsigned t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (unsigned k = 2; k <= blockDim.x; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned l = t ^ j;
            if (l > t) {
                if ((t & k) == 0 ? s[t] > s[l] : s[t] < s[l]) { int x = s[t]; s[t] = s[l]; s[l] = x; }
            }
            __syncthreads();
        }
    data[t] = s[t];
}
__global__ void bitonic2(unsigned *data, unsigned first_up) {
    __shared__ unsigned s[1024];
    s[threadIdx.x] = data[threadIdx.x];
    s[threadIdx.x + 512] = data[threadIdx.x + 512];
    for (unsigned run = 2; run < 1024; run <<= 1) {
        unsigned up = first_up ^ ((threadIdx.x & (run / 2)) != 0);
        for (unsigned gap = run / 2; gap > 0; gap >>= 1) {
            __syncthreads();
            unsigned low = 2 * threadIdx.x - (threadIdx.x & (gap - 1));
            unsigned x = s[low], y = s[low + gap];
            if ((x > y) == up) { s[low] = y; s[low + gap] = x; }
        }
    }
    __syncthreads();
    data[threadIdx.x] = s[threadIdx.x];
}
__global__ void hillis(int *data) {
    __shared__ int s[2][512];
    int t = threadIdx.x, from = 0, to = 1;
    s[to][t] = data[t];
    __syncthreads();
    for (int reach = 1; reach < blockDim.x; reach <<= 1) {
        to = 1 - to; from = 1 - to;
        if (t >= reach) s[to][t] = s[from][t] + s[from][t - reach];
        else s[to][t] = s[from][t];
        __syncthreads();
    }
    data[t] = s[to][t];
}
__global__ void oddeven_merge(unsigned *data, unsigned unused) {
    __shared__ unsigned s[1024];
    s[threadIdx.x] = data[threadIdx.x];
    s[threadIdx.x + 512] = data[threadIdx.x + 512];
    for (unsigned run = 2; run <= 1024; run <<= 1) {
        unsigned gap = run / 2;
        unsigned place = threadIdx.x & (gap - 1);
        {
            __syncthreads();
            unsigned low = 2 * threadIdx.x - (threadIdx.x & (gap - 1));
            unsigned x = s[low], y = s[low + gap];
            if (x > y) { s[low] = y; s[low + gap] = x; }
            gap >>= 1;
        }
        for (; gap > 0; gap >>= 1) {
            __syncthreads();
            unsigned low = 2 * threadIdx.x - (threadIdx.x & (gap - 1));
            if (place >= gap) {
                unsigned x = s[low - gap], y = s[low];
                if (x > y) { s[low - gap] = y; s[low] = x; }
            }
        }
    }
    __syncthreads();
    data[threadIdx.x] = s[threadIdx.x];
}
__global__ void walsh(float *d) {
    __shared__ float s[1024];
    for (int pair = threadIdx.x; pair < 1024; pair += blockDim.x) s[pair] = d[pair];
    for (int gap = 512; gap >= 1; gap >>= 1) {
        __syncthreads();
        for (int pair = threadIdx.x; pair < 512; pair += blockDim.x) {
            int inside = pair & (gap - 1);
            int first = ((pair - inside) << 1) + inside, second = first + gap;
            float x = s[first], y = s[second];
            s[first] = x + y; s[second] = x - y;
        }
    }
    __syncthreads();
    for (int pair = threadIdx.x; pair < 1024; pair += blockDim.x) d[pair] = s[pair];
}
// A bitonic sort of pairs with two counters, up to a length that is not known: 31 strides.
__global__ void bitonic_pairs(int *data, unsigned length, unsigned up) {
    __shared__ int s[1024];
    unsigned tid = threadIdx.x;
    s[tid] = data[tid];
    s[tid + 512] = data[tid + 512];
    for (unsigned size = 2; size < length; size <<= 1) {
        unsigned rises = up ^ ((tid & (size / 2)) != 0);
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned at = 2 * tid - (tid & (stride - 1));
            if ((s[at] > s[at + stride]) == rises) {
                int other = s[at];
                s[at] = s[at + stride];
                s[at + stride] = other;
            }
        }
    }
    __syncthreads();
    data[tid] = s[tid];
    data[tid + 512] = s[tid + 512];
}
void run(float *a, float *b, int *c, unsigned *u, int n) {
    blelloch_n<<<1, 256, 4096>>>(a, b, n);
    blelloch_cf<1024><<<1, 512>>>(a, b);
    blelloch_stride<<<1, 1024>>>(c);
    bitonic<<<1, 1024>>>(c);
    bitonic2<<<1, 512>>>(u, 1);
    hillis<<<1, 512>>>(c);
    oddeven_merge<<<1, 512>>>(u, 1);
    walsh<<<1, 256>>>(a);
    bitonic_pairs<<<1, 512>>>(c, n, 1);
}
