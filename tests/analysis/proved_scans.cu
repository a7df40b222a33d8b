// Right scans, sorts and transforms with a known block shape: every kernel here must be proved.

#define LOG_BANKS 5
#define CF(n) ((n) >> LOG_BANKS)
__global__ void blelloch_n(float *out, const float *in, int n) {
    extern __shared__ float temp[];
    int thid = threadIdx.x, offset = 1;
    temp[2 * thid] = in[2 * thid];
    temp[2 * thid + 1] = in[2 * thid + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (thid == 0) temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            float t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    out[2 * thid] = temp[2 * thid];
    out[2 * thid + 1] = temp[2 * thid + 1];
}
template <int N> __global__ void blelloch_cf(float *out, const float *in) {
    __shared__ float temp[N + N / 32];
    int thid = threadIdx.x, offset = 1;
    int ai = thid, bi = thid + N / 2;
    temp[ai + CF(ai)] = in[ai];
    temp[bi + CF(bi)] = in[bi];
    for (int d = N >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1;
            int b = offset * (2 * thid + 2) - 1;
            a += CF(a); b += CF(b);
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (thid == 0) temp[N - 1 + CF(N - 1)] = 0;
    for (int d = 1; d < N; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1;
            int b = offset * (2 * thid + 2) - 1;
            a += CF(a); b += CF(b);
            float t = temp[a];
            temp[a] = temp[b];
            temp[b] += t;
        }
    }
    __syncthreads();
    out[ai] = temp[ai + CF(ai)];
    out[bi] = temp[bi + CF(bi)];
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
__global__ void bitonic2(unsigned *data, unsigned dir) {
    __shared__ unsigned s[1024];
    s[threadIdx.x] = data[threadIdx.x];
    s[threadIdx.x + 512] = data[threadIdx.x + 512];
    for (unsigned size = 2; size < 1024; size <<= 1) {
        unsigned ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            unsigned a = s[pos], b = s[pos + stride];
            if ((a > b) == ddd) { s[pos] = b; s[pos + stride] = a; }
        }
    }
    __syncthreads();
    data[threadIdx.x] = s[threadIdx.x];
}
__global__ void hillis(int *data) {
    __shared__ int s[2][512];
    int t = threadIdx.x, in = 0, out = 1;
    s[out][t] = data[t];
    __syncthreads();
    for (int off = 1; off < blockDim.x; off <<= 1) {
        out = 1 - out; in = 1 - out;
        if (t >= off) s[out][t] = s[in][t] + s[in][t - off];
        else s[out][t] = s[in][t];
        __syncthreads();
    }
    data[t] = s[out][t];
}
__global__ void oddeven_merge(unsigned *data, unsigned len) {
    __shared__ unsigned s[1024];
    s[threadIdx.x] = data[threadIdx.x];
    s[threadIdx.x + 512] = data[threadIdx.x + 512];
    for (unsigned size = 2; size <= 1024; size <<= 1) {
        unsigned stride = size / 2;
        unsigned offset = threadIdx.x & (stride - 1);
        {
            __syncthreads();
            unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            unsigned a = s[pos], b = s[pos + stride];
            if (a > b) { s[pos] = b; s[pos + stride] = a; }
            stride >>= 1;
        }
        for (; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            if (offset >= stride) {
                unsigned a = s[pos - stride], b = s[pos];
                if (a > b) { s[pos - stride] = b; s[pos] = a; }
            }
        }
    }
    __syncthreads();
    data[threadIdx.x] = s[threadIdx.x];
}
__global__ void walsh(float *d) {
    __shared__ float s[1024];
    for (int pos = threadIdx.x; pos < 1024; pos += blockDim.x) s[pos] = d[pos];
    for (int stride = 512; stride >= 1; stride >>= 1) {
        __syncthreads();
        for (int pos = threadIdx.x; pos < 512; pos += blockDim.x) {
            int lo = pos & (stride - 1);
            int i0 = ((pos - lo) << 1) + lo, i1 = i0 + stride;
            float a = s[i0], b = s[i1];
            s[i0] = a + b; s[i1] = a - b;
        }
    }
    __syncthreads();
    for (int pos = threadIdx.x; pos < 1024; pos += blockDim.x) d[pos] = s[pos];
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
}
