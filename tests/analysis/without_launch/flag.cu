// One shared variable that one thread sets and all read.

namespace found_all_write_same {
__global__ void k(int *a) {
    __shared__ int s;
    s = threadIdx.x;
    __syncthreads();
    a[threadIdx.x] = s;
}
}

namespace found_flag {
__global__ void k(int *a, int n) {
    __shared__ bool done;
    if (threadIdx.x == 0) done = a[0] > n;
    if (!done) a[threadIdx.x + 1] = 0;
}
}

namespace found_flag_loop {
__global__ void k(int *a, int n) {
    __shared__ int done;
    do {
        if (threadIdx.x == 0) done = 1;
        __syncthreads();
        if (a[threadIdx.x] > n) { a[threadIdx.x]--; done = 0; }
        __syncthreads();
    } while (!done);
}
}

namespace found_last_read {
__global__ void k(const float *x, float *y, int n) {
    __shared__ float m;
    for (int r = 0; r < n; r++) {
        if (threadIdx.x == 0) m = x[r];
        __syncthreads();
        y[r * blockDim.x + threadIdx.x] = m;
    }
}
}

namespace found_max {
__global__ void k(const int *a, int *o) {
    __shared__ int m;
    if (threadIdx.x == 0) m = a[0];
    __syncthreads();
    if (a[threadIdx.x] > m) m = a[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = m;
}
}

namespace found_leader_then_all {
__global__ void k(const int *a, int *b) {
    __shared__ int base;
    if (threadIdx.x == 0) base = a[blockIdx.x];
    b[blockIdx.x * blockDim.x + threadIdx.x] = base + threadIdx.x;
}
}

namespace found_persist_flag {
__global__ void k(int *q, int n) {
    __shared__ int item;
    while (true) {
        if (threadIdx.x == 0) item = atomicAdd(q, 1);
        __syncthreads();
        if (item >= n) break;
        q[1 + item * blockDim.x + threadIdx.x] = item;
    }
}
}

namespace silent_flag_loop {
__global__ void k(int *a, int n) {
    __shared__ int done;
    do {
        __syncthreads();
        if (threadIdx.x == 0) done = 1;
        __syncthreads();
        if (a[threadIdx.x] > n) { a[threadIdx.x]--; done = 0; }
        __syncthreads();
    } while (!done);
}
}

namespace proved_last_read {
__global__ void k(const float *x, float *y, int n) {
    __shared__ float m;
    for (int r = 0; r < n; r++) {
        if (threadIdx.x == 0) m = x[r];
        __syncthreads();
        y[r * blockDim.x + threadIdx.x] = m;
        __syncthreads();
    }
}
}

namespace silent_persist_flag {
__global__ void k(int *q, int n) {
    __shared__ int item;
    while (true) {
        if (threadIdx.x == 0) item = atomicAdd(q, 1);
        __syncthreads();
        int it = item;
        __syncthreads();
        if (it >= n) break;
        q[1 + it * blockDim.x + threadIdx.x] = it;
    }
}
}

namespace silent_minimum_only_if_it_is_less {
__global__ void k(const int *in, int *out, int n) {
    __shared__ int least[32];
    least[threadIdx.x % 32] = 1 << 30;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (in[i] < least[i % 32])
            atomicMin(&least[i % 32], in[i]);
    __syncthreads();
    out[threadIdx.x] = least[threadIdx.x % 32];
}
}

namespace silent_flag_set_in_two_ways {
__global__ void k(const int *in, int *out) {
    __shared__ int any;
    if (threadIdx.x == 0)
        any = 0;
    __syncthreads();
    if (in[threadIdx.x] > 0)
        atomicExch(&any, 1);
    else if (in[threadIdx.x] < -5)
        any = 1;
    __syncthreads();
    out[threadIdx.x] = any;
}
}
