/* Sizes rounded by functions. */
template <class T> __host__ __device__ T ceil_div(T a, T b) {
    return (a + b - 1) / b;
}
__host__ __device__ inline int roundDown(int a, int b) {
    return a / b * b;
}
template <int B> __host__ __device__ constexpr int align_up(int a) {
    return (a + B - 1) & ~(B - 1);
}
__device__ inline unsigned next_pow2(unsigned v) {
    v--;
    v |= v >> 1;
    v |= v >> 2;
    v |= v >> 4;
    v |= v >> 8;
    v |= v >> 16;
    return v + 1;
}
__device__ inline int next_pow2_clz(int v) {
    return 1 << (32 - __clz(v - 1));
}
__device__ inline int next_pow2_loop(int v) {
    int p = 1;
    while (p < v)
        p *= 2;
    return p;
}
template <class F> __device__ void passes(int limit, float *o, F f) {
    for (int i = threadIdx.x; i < limit; i += blockDim.x)
        f(i);
}
__device__ void tiles(float *s, float *o, int limit) {
    for (int i = threadIdx.x; i < limit; i += 64) {
        s[threadIdx.x] = i;
        __syncthreads();
        o[i] = s[63 - threadIdx.x];
        __syncthreads();
    }
}
#define K(name, ...)                                                                               \
    __global__ void name(float *o, const int *in, int n) {                                         \
        __shared__ float s[256];                                                                   \
        int t = threadIdx.x, lane = t % 32, warp = t / 32;                                         \
        __VA_ARGS__                                                                                \
    }
#define TILES(limit)                                                                               \
    for (int i = t; i < limit; i += 64) {                                                          \
        s[t] = i;                                                                                  \
        __syncthreads();                                                                           \
        o[i] = s[63 - t];                                                                          \
        __syncthreads();                                                                           \
    }
K(r_round_down, TILES(roundDown(n, 64)))
K(r_ceil_div, TILES(ceil_div(n, 64) * 64))
K(r_align_up, TILES(align_up<64>(n)))
K(
    r_ceil_loop, for (int k = 0; k < ceil_div(n, 64); k++) {
        s[t] = k;
        __syncthreads();
        if (k * 64 + t < n)
            o[k * 64 + t] = s[63 - t];
        __syncthreads();
    })
K(r_call, tiles(s, o, roundDown(n, 64));)
K(r_call_up, tiles(s, o, align_up<64>(n));)
K(r_lambda, passes(roundDown(n, 64), o, [&](int i) {
      s[t] = i;
      __syncthreads();
      o[i] = s[63 - t];
      __syncthreads();
  });)
K(
    r_next_pow2, unsigned p = next_pow2(n); for (unsigned d = p / 2; d; d /= 2) {
        s[t] += s[(t + d) % 64 + 64];
        __syncthreads();
    } o[t] = s[t];)
K(
    r_pow2_loop, unsigned p = next_pow2_loop(n); for (unsigned d = p / 2; d; d /= 2) {
        s[t] += s[(t + d) % 64 + 64];
        __syncthreads();
    } o[t] = s[t];)
K(
    r_pow2_clz, unsigned p = next_pow2_clz(n); for (unsigned d = p / 2; d; d /= 2) {
        s[t] += s[(t + d) % 64 + 64];
        __syncthreads();
    } o[t] = s[t];)
K(
    r_pow2_multiple, unsigned p = max(64u, next_pow2(n)); for (int i = t; i < 4096; i += 64) {
        s[t] = i;
        __syncthreads();
        o[i] = s[63 - t];
        __syncthreads();
    })
K(w_round_down, TILES(roundDown(n, 32)))
K(w_ceil_div, TILES(ceil_div(n, 32) * 32))
K(w_align_up, TILES(align_up<32>(n)))
K(
    w_ceil_loop, for (int k = 0; k < ceil_div(n - t, 64); k++) {
        s[t] = k;
        __syncthreads();
        if (k * 64 + t < n)
            o[k * 64 + t] = s[63 - t];
        __syncthreads();
    })
K(w_call, tiles(s, o, roundDown(n, 48));)
K(w_call_up, tiles(s, o, n);)
K(w_lambda, passes(n, o, [&](int i) {
      s[t] = i;
      __syncthreads();
      o[i] = s[63 - t];
      __syncthreads();
  });)
K(
    w_pow2_loop, int p = next_pow2_loop(t + 1); for (int d = p / 2; d; d /= 2) {
        s[t] += s[(t + d) % 64 + 64];
        __syncthreads();
    } o[t] = s[t];)
void run(float *o, const int *in, int n) {
#define L(k) k<<<1, 64>>>(o, in, n);
    L(r_round_down)
    L(r_ceil_div) L(r_align_up) L(r_ceil_loop) L(r_call) L(r_call_up) L(r_lambda) L(r_next_pow2)
        L(r_pow2_loop) L(r_pow2_clz) L(r_pow2_multiple) L(w_round_down) L(w_ceil_div) L(w_align_up)
            L(w_ceil_loop) L(w_call) L(w_call_up) L(w_lambda) L(w_pow2_loop)
}
