/* What lanes have made of their values in pairs is the same in all of them. */
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define K(name, ...)                                                                               \
    __global__ void name(float *o, const int *in, const float *f, int n) {                         \
        __shared__ float s[256];                                                                   \
        int t = threadIdx.x;                                                                       \
        __VA_ARGS__                                                                                \
        if (u > 3)                                                                                 \
            __syncthreads();                                                                       \
        o[t] = s[t];                                                                               \
    }
#define DOWN for (int d = 16; d > 0; d >>= 1)
#define UP for (int d = 1; d < 32; d *= 2)
#define FROM(u, d) __shfl_xor_sync(~0u, u, d)
__device__ float sum(float v) {
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
        v = v + __shfl_xor_sync(0xffffffff, v, d, 32);
    return v;
}
K(r_sum, int u = in[t]; DOWN u += FROM(u, d);)
K(r_up, int u = in[t]; UP u += FROM(u, d);)
K(r_product, int u = in[t]; UP u *= FROM(u, d);)
K(r_or, unsigned u = in[t]; UP u |= FROM(u, d);)
K(r_max, int u = in[t]; DOWN u = max(u, FROM(u, d));)
K(
    r_min, int u = in[t]; DOWN {
        int v = FROM(u, d);
        u = v < u ? v : u;
    })
K(r_double, double u = in[t]; DOWN u += FROM(u, d);)
K(r_bounded, float u = t < n ? f[t] : 0; DOWN u += FROM(u, d);)
K(r_strided, float u = 0; for (int i = t; i < n; i += 32) u += f[i] * f[i]; DOWN u += FROM(u, d);)
K(r_function, float u = sum(f[t]);)
K(r_fmaxf, float u = f[t]; DOWN u = fmaxf(u, FROM(u, d));)
K(r_in_a_row, int u = in[t]; u += FROM(u, 16); u += FROM(u, 8); u += FROM(u, 4); u += FROM(u, 2);
  u += FROM(u, 1);)
K(r_any_order, float u = f[t]; u += FROM(u, 1); u += FROM(u, 8); u += FROM(u, 16); u += FROM(u, 2);
  u += FROM(u, 4);)
K(r_odd_steps, float u = f[t]; u += FROM(u, 31); u += FROM(u, 8); u += FROM(u, 16); u += FROM(u, 2);
  u += FROM(u, 4);)
K(r_tile, auto w = cg::tiled_partition<32>(cg::this_thread_block()); int u = in[t];
  DOWN u += w.shfl_xor(u, d);)
/* Threads of other warps have other sums. */
K(w_two_warps, int u = in[t]; DOWN u += FROM(u, d);)
K(w_half, int u = in[t]; for (int d = 8; d > 0; d /= 2) u += FROM(u, d);)
K(w_no_last, int u = in[t]; for (int d = 16; d > 1; d /= 2) u += FROM(u, d);)
K(w_one_left, int u = in[t]; u += FROM(u, 16); u += FROM(u, 8); u += FROM(u, 4); u += FROM(u, 2);)
K(w_dependent_steps, int u = in[t]; u += FROM(u, 16); u += FROM(u, 8); u += FROM(u, 24);
  u += FROM(u, 2); u += FROM(u, 1);)
K(w_width, int u = in[t]; DOWN u += __shfl_xor_sync(~0u, u, d, 16);)
K(w_difference, int u = in[t]; DOWN u -= FROM(u, d);)
K(w_received, int u = in[t]; DOWN u = FROM(u, d);)
K(w_down, int u = in[t]; DOWN u += __shfl_down_sync(~0u, u, d);)
K(w_own_besides, int u = in[t]; DOWN u += FROM(u, d) + in[t];)
/* Lanes do not exist in a block of 24. */
K(w_not_whole, int u = in[t]; DOWN u += FROM(u, d);)
/* The maximum of two floats that is not fmaxf depends on their order if one is NaN. */
K(
    l_max, float u = f[t]; DOWN {
        float v = FROM(u, d);
        u = v > u ? v : u;
    })
/* A product and a sum may be one operation, which rounds the own product once. */
K(l_fused, float u = f[t] * f[t + 32]; DOWN u += FROM(u, d);)
void run(float *o, const int *in, const float *f, int n) {
#define L(k) k<<<1, 32>>>(o, in, f, n);
    L(r_sum)
    L(r_up) L(r_product) L(r_or) L(r_max) L(r_min) L(r_double) L(r_bounded) L(r_strided)
        L(r_function) L(r_fmaxf) L(r_in_a_row) L(r_any_order) L(r_odd_steps) L(r_tile) L(w_half)
            L(w_no_last) L(w_one_left) L(w_dependent_steps) L(w_width) L(w_difference) L(w_received)
                L(w_down) L(w_own_besides) L(l_max) L(l_fused) w_two_warps<<<1, 64>>>(o, in, f, n);
    w_not_whole<<<1, 24>>>(o, in, f, n);
}
