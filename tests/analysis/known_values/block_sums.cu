/* What each warp makes of the same numbers, lane for lane, is the same for the block: the last step
 * of a sum of the block that every warp does for itself. */
#define FULL 0xffffffffu
#define K(name, ...)                                                                               \
    __global__ void name(float *o, const int *in, int n) {                                         \
        __shared__ float s[256], sf[64];                                                           \
        __shared__ int si[64];                                                                     \
        int t = threadIdx.x, lane = t & 31, warp = t >> 5;                                         \
        __VA_ARGS__                                                                                \
    }
__device__ inline int sum_warp(int v) {
    for (int m = 16; m; m >>= 1)
        v += __shfl_xor_sync(FULL, v, m);
    return v;
}
__device__ inline float fsum(float v) {
    v += __shfl_xor_sync(FULL, v, 16);
    v += __shfl_xor_sync(FULL, v, 8);
    v += __shfl_xor_sync(FULL, v, 4);
    v += __shfl_xor_sync(FULL, v, 2);
    v += __shfl_xor_sync(FULL, v, 1);
    return v;
}
__device__ inline int half_sum(int v) {
    for (int m = 8; m; m >>= 1)
        v += __shfl_xor_sync(FULL, v, m);
    return v;
}
#define HEAD                                                                                       \
    int v = sum_warp(in[t]);                                                                       \
    if (lane == 0)                                                                                 \
        si[warp] = v;                                                                              \
    __syncthreads();
#define USE                                                                                        \
    if (v > 5) {                                                                                   \
        s[t] = 1;                                                                                  \
        __syncthreads();                                                                           \
        o[t] = s[255 - t];                                                                         \
    }
K(r_loop, HEAD v = lane < 8 ? si[lane] : 0; v = sum_warp(v); USE)
K(r_mod, HEAD v = threadIdx.x % 32 < 8 ? si[threadIdx.x % 32] : 0; v = sum_warp(v); USE)
K(r_all32, HEAD if (t < 32) si[32 + t] = t; __syncthreads(); v = sum_warp(si[32 + lane]); USE)
K(r_straight, float f = fsum(in[t]); if (lane == 0) sf[warp] = f; __syncthreads();
  f = lane < 8 ? sf[lane] : 0.f; f = fsum(f); if (f > 2.f) __syncthreads(); o[t] = f;)
K(r_if, HEAD v = 0; if (lane < 8) v = si[lane]; v = sum_warp(v); USE)
K(r_bcast, HEAD v = __shfl_sync(FULL, si[lane], 3); USE)
K(w_bcast, HEAD v = __shfl_sync(FULL, si[warp * 2 + lane % 2], 3); USE)
K(w_warp, HEAD v = lane < 8 ? si[lane ^ (warp & 1)] : warp; v = sum_warp(v); USE)
K(w_index, HEAD v = lane < 4 ? si[lane + (warp >> 2)] : 0; v = sum_warp(v); USE)
K(w_limit, HEAD v = lane < warp ? si[lane] : 0; v = sum_warp(v); USE)
K(w_first, int v = sum_warp(in[t]); USE)
K(w_nobarrier, int v = sum_warp(in[t]); if (lane == 0) si[warp] = v; v = lane < 8 ? si[lane] : 0;
  v = sum_warp(v); USE)
K(w_written, HEAD v = lane < 8 ? si[lane] : 0; v = sum_warp(v); if (t == 40) si[0] = 3; USE)
K(w_half, HEAD v = lane < 8 ? si[lane] : 0; v = half_sum(v + (lane > 15)); USE)
K(
    w_some, HEAD if (warp > 0) {
        v = lane < 8 ? si[lane] : 0;
        v = sum_warp(v);
    } USE)
K(w_global, int v = sum_warp(in[t & 63]); USE)
K(r_global, int v = sum_warp(in[lane]); USE)
K(r_block, int v = sum_warp(in[blockIdx.x * 32 + lane]); USE)
K(
    w_pass, HEAD for (int i = 0; i < n; i++) {
        v = sum_warp(lane < 8 ? si[lane] : 0);
        if (v > 5)
            __syncthreads();
        if (t == 99)
            si[1] = i;
        __syncthreads();
    })
K(
    r_pass, for (int i = 0; i < n; i++) {
        int v = sum_warp(in[i * 256 + t]);
        if (lane == 0)
            si[warp] = v;
        __syncthreads();
        v = sum_warp(lane < 8 ? si[lane] : 0);
        if (v > 5)
            break;
        __syncthreads();
    })
K(
    w_pass2, for (int i = 0; i < n; i++) {
        int v = sum_warp(in[i * 256 + t]);
        if (lane == 0)
            si[warp] = v;
        __syncthreads();
        v = sum_warp(lane < 8 ? si[lane] : 0);
        if (v > 5)
            break;
    })
__global__ void w_rows(float *o, const int *in, int n) {
    __shared__ float s[256];
    int lane = threadIdx.x & 31;
    int t = threadIdx.y * 16 + threadIdx.x;
    int v = sum_warp(in[threadIdx.x + 16 * (threadIdx.y & 2)]);
    USE
}
__global__ void r_rows(float *o, const int *in, int n) {
    __shared__ float s[256];
    int t = threadIdx.y * 32 + threadIdx.x;
    int v = sum_warp(in[threadIdx.x]);
    USE
}
void run(float *o, const int *in, int n) {
#define L(k) k<<<1, 256>>>(o, in, n);
    L(r_loop)
    L(r_mod) L(r_all32) L(r_straight) L(r_if) L(r_bcast) L(w_bcast) L(w_warp) L(w_index) L(w_limit)
        L(w_first) L(w_nobarrier) L(w_written) L(w_half) L(w_some) L(w_global) L(r_global)
            L(r_block) L(w_pass) L(r_pass) L(w_pass2) w_rows<<<1, dim3(16, 16)>>>(o, in, n);
    r_rows<<<1, dim3(32, 8)>>>(o, in, n);
}
