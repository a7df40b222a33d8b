// Kernels as people write them for a question or a test: no host part, no launch, so the block has
// any shape. The kernels of a namespace found_... must have a finding,
// those of proved_... must be proved, those of silent_... must have no finding.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

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

namespace found_bar_in_if {
__global__ void k(int *a, int n) {
    if (threadIdx.x < 16) {
        a[threadIdx.x] = 1;
        __syncthreads();
    }
}
}

namespace found_loop_tid {
__global__ void k(int *a, int n) {
    for (int i = 0; i < threadIdx.x; i++) {
        __syncthreads();
    }
}
}

namespace found_loop_stride {
__global__ void k(int *a, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        a[i] = i;
        __syncthreads();
    }
}
}

namespace found_return_before {
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    a[i]++;
    __syncthreads();
}
}

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

namespace found_all_write_same {
__global__ void k(int *a) {
    __shared__ int s;
    s = threadIdx.x;
    __syncthreads();
    a[threadIdx.x] = s;
}
}

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

namespace found_warp_bcast {
__global__ void k(int *a) {
    __shared__ int s[32];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    if (lane == 0) s[w] = a[w];
    a[threadIdx.x] = s[w];
}
}

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

namespace found_dbuf_wrong {
__global__ void k(const float *in, float *out, int n) {
    __shared__ float buf[2][128];
    int t = threadIdx.x, p = 0;
    buf[0][t] = in[t];
    for (int i = 1; i < n; i++) {
        buf[1 - p][t] = in[i * 128 + t];
        out[i * 128 + t] = buf[p][127 - t];
        p = 1 - p;
        __syncthreads();
    }
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

namespace found_asm_div {
__global__ void k(int *a) {
    if (threadIdx.x & 1) asm volatile("bar.sync 0;");
    a[threadIdx.x] = 0;
}
}

namespace silent_named_asm {
__global__ void k(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    asm volatile("bar.sync 1, 64;" ::: "memory");
    a[threadIdx.x] = s[63 - threadIdx.x];
}
}

namespace found_cg_if {
namespace cg = cooperative_groups;
__global__ void k(int *a) {
    cg::thread_block b = cg::this_thread_block();
    if (b.thread_rank() < 5) { b.sync(); a[0] = 1; }
}
}

namespace found_cg_tile {
namespace cg = cooperative_groups;
__global__ void k(int *a) {
    __shared__ int s[1024];
    auto b = cg::this_thread_block();
    auto w = cg::tiled_partition<32>(b);
    s[threadIdx.x] = a[threadIdx.x];
    for (int i = 16; i > 0; i /= 2) {
        if (w.thread_rank() < i) s[threadIdx.x] += s[threadIdx.x + i];
    }
    if (w.thread_rank() == 0) a[threadIdx.x] = s[threadIdx.x];
}
}

namespace found_count_in_if {
__global__ void k(int *a, int n) {
    if (threadIdx.x < n && __syncthreads_count(a[threadIdx.x])) a[threadIdx.x] = 0;
}
}

namespace found_switch {
__global__ void k(int *a) {
    switch (threadIdx.x % 3) {
    case 0: a[threadIdx.x] = 1; __syncthreads(); break;
    case 1: a[threadIdx.x] = 2; break;
    default: a[threadIdx.x] = 3;
    }
}
}

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

namespace found_nested_fn {
__device__ void inner() { __syncthreads(); }
__device__ void outer(int x) { if (x) inner(); }
__global__ void k(int *a) { outer(threadIdx.x & 1); }
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

namespace found_global_nb {
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    int v = a[i ^ 1];
    a[i] = v;
}
}

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

namespace found_write_same_loc {
__global__ void k(int *out) {
    out[0] = threadIdx.x;
}
}

namespace found_fnptr {
typedef void (*F)(int *);
__device__ void f1(int *a) { a[threadIdx.x] = 1; }
__global__ void k(int *a, F f) {
    f(a);
    if (threadIdx.x == 0) __syncthreads();
}
}

namespace found_ternary {
__device__ int f() { __syncthreads(); return 1; }
__global__ void k(int *a) {
    a[threadIdx.x] = threadIdx.x > 3 ? f() : 0;
}
}

namespace found_goto {
__global__ void k(int *a) {
    if (threadIdx.x == 7) goto end;
    __syncthreads();
end:
    a[threadIdx.x] = 1;
}
}

namespace found_else {
__global__ void k(int *a) {
    if (threadIdx.x < 32) { a[0] = 1; __syncthreads(); }
    else { __syncthreads(); }
}
}

namespace found_pad2d {
__global__ void k(int *a) {
    __shared__ int s[8][8];
    s[threadIdx.x][threadIdx.y] = a[threadIdx.x];
    a[threadIdx.y] = s[threadIdx.y][threadIdx.x];
}
}

namespace found_leader_then_all {
__global__ void k(const int *a, int *b) {
    __shared__ int base;
    if (threadIdx.x == 0) base = a[blockIdx.x];
    b[blockIdx.x * blockDim.x + threadIdx.x] = base + threadIdx.x;
}
}

namespace found_break_loop {
__global__ void k(int *a, int n) {
    for (int i = 0; i < n; i++) {
        if (a[threadIdx.x] == i) break;
        __syncthreads();
    }
}
}

namespace found_continue {
__global__ void k(int *a, int n) {
    for (int i = 0; i < n; i++) {
        if (i % 2 == threadIdx.x % 2) continue;
        __syncthreads();
    }
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

namespace found_lambda {
__global__ void k(int *a) {
    auto f = [&](int x) { if (x > 2) __syncthreads(); };
    f(threadIdx.x);
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

namespace found_syncwarp_not_enough {
__global__ void k(int *a) {
    __shared__ int s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncwarp();
    a[threadIdx.x] = s[255 - threadIdx.x];
}
}

namespace found_cond_barrier_n {
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        __shared__ int s[256];
        s[threadIdx.x] = a[i];
        __syncthreads();
        a[i] = s[threadIdx.x ^ 1];
    }
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

namespace found_loop_odd_even {
__global__ void k(int *a, int n) {
    int i = threadIdx.x;
    while (i < n) {
        a[i] += 1;
        __syncthreads();
        i += 32;
    }
}
}

namespace found_odd_even_sort {
__global__ void oes(int *a, int n) {
    int t = threadIdx.x;
    for (int p = 0; p < n; p++) {
        int i = 2 * t + (p & 1);
        if (i + 1 < n && a[i] > a[i + 1]) { int v = a[i]; a[i] = a[i + 1]; a[i + 1] = v; }
    }
}
}

namespace found_templ_bar {
template <typename T> __global__ void k(T *a, T v) {
    if (a[threadIdx.x] > v) __syncthreads();
    a[threadIdx.x] = v;
}
}

namespace found_templ_race {
template <typename T, int N> __global__ void k(T *a) {
    __shared__ T s[N];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[(threadIdx.x + 1) % N];
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

namespace found_globals_rw {
__device__ int buf[1024];
__global__ void k(int *out) {
    int t = threadIdx.x;
    buf[t] = t;
    out[t] = buf[1023 - t];
}
}

namespace found_two_phase {
__global__ void k(float *x, float *y, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] = 2 * x[i];
    if (i > 0 && i < n) y[i] = x[i - 1];
}
}

namespace found_memcpy_async {
namespace cg = cooperative_groups;
__global__ void k(const int *g, int *o) {
    __shared__ int s[256];
    auto b = cg::this_thread_block();
    cg::memcpy_async(b, s, g, sizeof(int) * 256);
    o[threadIdx.x] = s[255 - threadIdx.x];
}
}

namespace found_syncthreads_and_if {
__global__ void k(int *a, int *b) {
    int p = a[threadIdx.x];
    if (p) { if (__syncthreads_and(p)) b[0] = 1; }
}
}

namespace found_while_data {
__global__ void k(int *a) {
    while (a[threadIdx.x] > 0) {
        a[threadIdx.x]--;
        __syncthreads();
    }
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

namespace found_only_lane0_sync {
__global__ void k(int *a) {
    __shared__ int s;
    if (threadIdx.x == 0) {
        s = a[0];
        __syncthreads();
    }
    a[threadIdx.x] = s;
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

namespace found_atomic_and_plain {
__global__ void k(int *a, int *o) {
    __shared__ int h[32];
    if (threadIdx.x < 32) h[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&h[a[threadIdx.x] & 31], 1);
    if (threadIdx.x < 32) o[threadIdx.x] = h[threadIdx.x];
}
}

namespace found_cond_var_from_shared {
__global__ void k(int *a, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    if (s[threadIdx.x] > n) {
        __syncthreads();
        a[0] = 1;
    }
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

namespace found_templ_transpose {
template <int N, typename T> __global__ void k(const T *in, T *out, int w) {
    __shared__ T s[N][N + 1];
    s[threadIdx.y][threadIdx.x] = in[threadIdx.y * w + threadIdx.x];
    out[threadIdx.y * w + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
}

namespace found_find_max_idx {
__global__ void k(const float *a, int *best, float *val, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] > *val) { *val = a[i]; *best = i; }
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

namespace found_dyn_two_names {
__global__ void k(float *g) {
    extern __shared__ float a[];
    float *b = a + blockDim.x;
    a[threadIdx.x] = g[threadIdx.x];
    b[threadIdx.x] = a[blockDim.x - 1 - threadIdx.x];
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

namespace found_mask_syncwarp {
__global__ void k(int *a) {
    __shared__ int s[32];
    int l = threadIdx.x;
    if (l < 32) {
        s[l] = a[l];
        if (l < 16) { __syncwarp(0xffff); a[l] = s[l + 16]; }
    }
}
}

namespace found_int_div {
__global__ void k(int *a) {
    if ((threadIdx.x / 48) % 2) __syncthreads();
    a[threadIdx.x] = 0;
}
}

namespace found_atomic_result {
__global__ void k(int *c) {
    if (atomicAdd(c, 1) == 0) { __syncthreads(); }
}
}

namespace found_ballot {
__global__ void k(int *a) {
    if (__any_sync(0xffffffff, a[threadIdx.x])) __syncthreads();
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

namespace proved_tile_bar {
__global__ void k(int *a, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
    __syncthreads();
    a[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}
}

namespace proved_bar_out {
__global__ void k(int *a, int n) {
    if (threadIdx.x < 16) {
        a[threadIdx.x] = 1;
    }
    __syncthreads();
}
}

namespace proved_loop_n {
__global__ void k(int *a, int n) {
    for (int i = 0; i < n; i++) {
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

namespace proved_warp_bcast {
__global__ void k(int *a, int *b) {
    __shared__ int s[32];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    if (lane == 0) s[w] = a[w];
    __syncwarp();
    b[threadIdx.x] = s[w];
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

namespace proved_dbuf {
__global__ void k(const float *in, float *out, int n) {
    __shared__ float buf[2][128];
    int t = threadIdx.x, p = 0;
    buf[0][t] = in[t];
    __syncthreads();
    for (int i = 1; i < n; i++) {
        buf[1 - p][t] = in[i * 128 + t];
        out[i * 128 + t] = buf[p][127 - t];
        p = 1 - p;
        __syncthreads();
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

namespace silent_cg {
namespace cg = cooperative_groups;
__global__ void k(int *a) {
    __shared__ int s[1024];
    cg::thread_block b = cg::this_thread_block();
    s[b.thread_rank()] = a[b.thread_rank()];
    b.sync();
    if (b.thread_rank() > 0) a[b.thread_rank()] = s[b.thread_rank() - 1];
}
}

namespace silent_cg_tile {
namespace cg = cooperative_groups;
__global__ void k(int *a) {
    __shared__ int s[1024];
    auto b = cg::this_thread_block();
    auto w = cg::tiled_partition<32>(b);
    s[threadIdx.x] = a[threadIdx.x];
    w.sync();
    for (int i = 16; i > 0; i /= 2) {
        if (w.thread_rank() < i) s[threadIdx.x] += s[threadIdx.x + i];
        w.sync();
    }
    if (w.thread_rank() == 0) a[threadIdx.x] = s[threadIdx.x];
}
}

namespace proved_count {
__global__ void k(int *a, int n) {
    while (__syncthreads_count(a[threadIdx.x] > 0)) {
        a[threadIdx.x]--;
    }
}
}

namespace proved_or {
__global__ void k(int *a, int n) {
    int i = threadIdx.x, any;
    do {
        int c = a[i] > n;
        if (c) a[i] -= 1;
        any = __syncthreads_or(c);
    } while (any);
}
}

namespace proved_switch {
__global__ void k(int *a, int mode) {
    switch (mode) {
    case 0: a[threadIdx.x] = 1; __syncthreads(); break;
    case 1: a[threadIdx.x] = 2; __syncthreads(); break;
    default: a[threadIdx.x] = 3;
    }
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

namespace proved_stride {
__global__ void k(int *a, int *b) {
    __shared__ int s[1024];
    for (int i = 0; i < 4; i++) s[threadIdx.x * 4 + i] = a[i];
    __syncthreads();
    b[threadIdx.x] = s[threadIdx.x];
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

namespace silent_carved {
__global__ void k(int *a, int n) {
    extern __shared__ int sm[];
    int *x = sm, *y = sm + n;
    if (threadIdx.x < n) { x[threadIdx.x] = a[threadIdx.x]; y[threadIdx.x] = 0; }
    __syncthreads();
    if (threadIdx.x < n) a[threadIdx.x] = x[n - 1 - threadIdx.x] + y[threadIdx.x];
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

namespace silent_bitonic {
__global__ void bitonic(int *a) {
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (unsigned k = 2; k <= blockDim.x; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned x = t ^ j;
            if (x > t) {
                if ((t & k) == 0) { if (s[t] > s[x]) { int v = s[t]; s[t] = s[x]; s[x] = v; } }
                else { if (s[t] < s[x]) { int v = s[t]; s[t] = s[x]; s[x] = v; } }
            }
            __syncthreads();
        }
    a[t] = s[t];
}
}

namespace proved_compact {
__global__ void compact(const int *in, int *out, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) out[atomicAdd(count, 1)] = in[i];
}
}

namespace silent_odd_even_sort {
__global__ void oes(int *a, int n) {
    int t = threadIdx.x;
    for (int p = 0; p < n; p++) {
        int i = 2 * t + (p & 1);
        if (i + 1 < n && a[i] > a[i + 1]) { int v = a[i]; a[i] = a[i + 1]; a[i + 1] = v; }
        __syncthreads();
    }
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

namespace silent_two_phase {
__global__ void k(float *x, float *y, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] = 2 * x[i];
    __syncthreads();
    if (i > 0 && i < n) y[i] = x[i - 1];
}
}

namespace silent_memcpy_async {
namespace cg = cooperative_groups;
__global__ void k(const int *g, int *o) {
    __shared__ int s[256];
    auto b = cg::this_thread_block();
    cg::memcpy_async(b, s, g, sizeof(int) * 256);
    cg::wait(b);
    o[threadIdx.x] = s[255 - threadIdx.x];
}
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

namespace silent_3d {
__global__ void k(int *a) {
    __shared__ int s[4][4][4];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    s[z][y][x] = a[(z * 4 + y) * 4 + x];
    __syncthreads();
    a[(z * 4 + y) * 4 + x] = s[x][y][z];
}
}

namespace proved_cond_shared0 {
__global__ void k(int *a, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    if (s[0] > n) {
        __syncthreads();
        a[threadIdx.x] = 1;
    }
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

namespace proved_one_thread_blocks {
__global__ void add(const int *a, const int *b, int *c) {
    c[blockIdx.x] = a[blockIdx.x] + b[blockIdx.x];
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

namespace silent_warp_spec {
__global__ void k(const float *in, float *out, int n) {
    __shared__ float buf[2][32];
    for (int i = 0; i < n; i++) {
        if (threadIdx.x < 32) buf[i & 1][threadIdx.x] = in[i * 32 + threadIdx.x];
        __syncthreads();
        if (threadIdx.x >= 32 && threadIdx.x < 64) out[i * 32 + threadIdx.x - 32] = buf[i & 1][threadIdx.x - 32];
    }
}
}

namespace proved_always {
__global__ void k(int *a) {
    if (threadIdx.x < 2048) __syncthreads();
    a[threadIdx.x] = 0;
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

namespace proved_cell_of_a_matrix {
__global__ void k(float *out, int width, int height) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < height && column < width)
        out[row * width + column] = 1;
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

namespace proved_cell_of_a_volume {
__global__ void k(float *out, int width, int height, int depth) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < width && y < height && z < depth)
        out[(z * height + y) * width + x] = 0;
}
}

namespace proved_first_lane_of_each_warp {
__global__ void k(float *out, int n) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = thread / 32, lane = threadIdx.x & 31;
    if (warp < n && lane == 0)
        out[warp] = 1;
}
}

namespace proved_unsigned_cell_of_signed_sizes {
__global__ void k(float *out, int width, int height) {
    unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < height && column < width)
        out[row * width + column] = 1;
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

namespace found_block_that_an_assertion_demands {
__global__ void k(const float *in, float *out, int n) {
    if (blockDim.x != 32)
        __trap();
    __shared__ float sum[32];
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        if (threadIdx.x >= blockDim.x / 2)
            return;
        __syncthreads();
        if (threadIdx.x == 0)
            sum[threadIdx.y] = in[i * 1024 + threadIdx.y * 32 + threadIdx.z];
        __syncthreads();
        out[i * 32] = sum[0];
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
