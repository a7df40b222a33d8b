/* What the lanes of a warp exchange, vote on, reduce or elect. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ inline bool elect() {
    unsigned p;
    asm volatile("{ .reg .pred P; elect.sync _|P, 0xffffffff; selp.u32 %0, 1, 0, P; }" : "=r"(p));
    return p;
}
#define K(name, ...)                                                                               \
    __global__ void name(float *o, const int *in, int n) {                                         \
        __shared__ float s[256];                                                                   \
        int t = threadIdx.x, lane = t % 32, warp = t / 32;                                         \
        __VA_ARGS__                                                                                \
    }
K(r_shfl_uniform, int u = __shfl_xor_sync(~0u, in[blockIdx.x], 1); if (u > 3) __syncthreads();
  o[t] = s[t];)
K(r_down_uniform, int u = __shfl_down_sync(~0u, n, 4); if (u > 3) __syncthreads(); o[t] = s[t];)
K(r_any_uniform, if (__any_sync(~0u, n > 3)) __syncthreads(); o[t] = s[t];)
K(r_all_uniform, if (__all_sync(~0u, in[blockIdx.x])) __syncthreads(); o[t] = s[t];)
K(r_reduce_uniform, if (__reduce_max_sync(~0u, in[blockIdx.x]) > 3) __syncthreads(); o[t] = s[t];)
K(r_ballot_uniform, if (__ballot_sync(~0u, n > 3)) __syncthreads(); o[t] = s[t];)
K(r_match_uniform, if (__match_any_sync(~0u, n) == ~0u) __syncthreads(); o[t] = s[t];)
K(r_cg_uniform, auto w = cg::tiled_partition<32>(cg::this_thread_block());
  if (w.shfl(in[blockIdx.x], 0) > 3) __syncthreads(); o[t] = s[t];)
K(w_shfl_uniform, int u = __shfl_xor_sync(~0u, in[t], 1); if (u > 3) __syncthreads(); o[t] = s[t];)
K(w_down_uniform, int u = __shfl_down_sync(~0u, warp, 4); if (u > 3) __syncthreads(); o[t] = s[t];)
K(w_any_uniform, if (__any_sync(~0u, in[t] > 3)) __syncthreads(); o[t] = s[t];)
K(w_all_uniform, if (__all_sync(~0u, in[warp])) __syncthreads(); o[t] = s[t];)
K(w_reduce_uniform, if (__reduce_max_sync(~0u, t) > 40) __syncthreads(); o[t] = s[t];)
K(w_ballot_uniform, if (__ballot_sync(~0u, t > 40)) __syncthreads(); o[t] = s[t];)
K(w_match_uniform, if (__match_any_sync(~0u, in[t]) == ~0u) __syncthreads(); o[t] = s[t];)
K(w_cg_uniform, auto w = cg::tiled_partition<32>(cg::this_thread_block());
  if (w.shfl(in[t], 0) > 3) __syncthreads(); o[t] = s[t];)
K(r_one_warp, int u = __shfl_sync(~0u, in[t], 0); if (u > 3) __syncthreads(); o[t] = s[t];)
K(r_one_warp_sum, int u = __reduce_add_sync(~0u, in[t]); if (u > 3) __syncthreads(); o[t] = s[t];)
K(r_one_warp_any, if (__any_sync(~0u, in[t] > 3)) __syncthreads(); o[t] = s[t];)
K(w_two_warps, int u = __shfl_sync(~0u, in[t], 0); if (u > 3) __syncthreads(); o[t] = s[t];)
K(w_one_warp_half, int u = __shfl_sync(~0u, in[t], 0, 16); if (u > 3) __syncthreads(); o[t] = s[t];)
K(r_elect_store, if (warp == 0 && elect()) s[0] = n; __syncthreads(); o[t] = s[0];)
K(w_elect_barrier, if (elect()) __syncthreads(); o[t] = s[0];)
K(w_elect_store, if (elect()) s[0] = t; __syncthreads(); o[t] = s[0];)
K(w_elect_no_barrier, if (warp == 0 && elect()) s[0] = n; o[t] = s[0];)
void run(float *o, const int *in, int n) {
#define L(k) k<<<1, 64>>>(o, in, n);
#define M(k) k<<<1, 32>>>(o, in, n);
    L(r_shfl_uniform)
    L(r_down_uniform) L(r_any_uniform) L(r_all_uniform) L(r_reduce_uniform) L(r_ballot_uniform)
        L(r_match_uniform) L(r_cg_uniform) L(w_shfl_uniform) L(w_any_uniform) L(w_all_uniform)
            L(w_reduce_uniform) L(w_ballot_uniform) L(w_match_uniform) L(w_cg_uniform)
                w_down_uniform<<<1, 256>>>(o, in, n);
    M(r_one_warp)
    M(r_one_warp_sum) M(r_one_warp_any) L(w_two_warps) M(w_one_warp_half) L(r_elect_store)
        M(w_elect_barrier) L(w_elect_store) L(w_elect_no_barrier)
}
